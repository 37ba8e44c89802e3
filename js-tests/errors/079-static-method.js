class Registry {
  static find(name) {
    return this.table.get(name);
  }
}
Registry.find('a');

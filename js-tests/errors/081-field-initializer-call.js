class Store {
  items = load();
}
new Store();

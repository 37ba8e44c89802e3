class Tank {
  #level = 0;
  static fill(tank) {
    tank.#level = 1;
  }
}
Tank.fill({});

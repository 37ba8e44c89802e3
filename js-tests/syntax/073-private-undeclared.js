class Timer {
  #delay = 1;
  get() { return this.#dely; }
}

class Engine {
  #start() {}
  static run(engine) {
    const speed = 1;
    engine.#start(speed);
  }
}
Engine.run(new Map());

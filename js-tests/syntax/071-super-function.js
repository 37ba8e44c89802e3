function tick() {
  super.tick();
}

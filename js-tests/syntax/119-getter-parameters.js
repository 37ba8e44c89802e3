class Clock {
  get now(unit) { return 1; }
}

class Timer extends Base {
  start() { super(); }
}

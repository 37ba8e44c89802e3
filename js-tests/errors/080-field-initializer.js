class Counter {
  start = this.options.start;
  options = {};
}
new Counter();

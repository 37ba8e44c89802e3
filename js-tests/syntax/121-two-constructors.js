class Clock {
  constructor() {}
  constructor(start) { this.start = start; }
}

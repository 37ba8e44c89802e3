class Timer {
  constructor() {
    super();
  }
}

class Queue {
  push(x) {
    this.x = x;
  pop() {}
}

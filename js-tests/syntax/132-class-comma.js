class Queue {
  push() {},
  pop() {}
}

class Queue {
  private items = [];
  push(x) { this.items.push(x); }
}

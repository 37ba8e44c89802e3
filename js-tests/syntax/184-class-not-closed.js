class Queue {
  push(x) { this.x = x; }

function run(queue) {
  queue.push(1);
}

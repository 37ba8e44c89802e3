class Queue {
  tasks = null;
  size = this.tasks.length;
}
new Queue();

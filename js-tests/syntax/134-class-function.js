class Queue {
  function push(x) {}
}

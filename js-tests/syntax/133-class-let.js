class Queue {
  let items = [];
}

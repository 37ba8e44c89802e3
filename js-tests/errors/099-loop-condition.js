function run(queue) {
  let n = 0;
  while (queue.pending.size() > n) n += 1;
  return n;
}
run({});

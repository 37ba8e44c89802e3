// correct: promise reactions and microtasks share one queue, first in, first out; no task runs in between
//   (ECMAScript 27.2, HostEnqueuePromiseJob; HTML 8.1.7.3).
const log = [];
const note = label => () => { log.push(label); };
setTimeout(note('task'), 0);

const settled = Promise.resolve();
settled.then(note('a1')).then(note('a2')).then(note('a3'));
queueMicrotask(note('b1'));
settled.then(note('c1')).then(note('c2'));
(async () => {
  log.push('d0');
  await null;
  log.push('d1');
  await null;
  log.push('d2');
  const expected = 'd0,a1,b1,c1,d1,a2,c2,d2';
  if (log.join() !== expected) throw new Error(log.join());
})();

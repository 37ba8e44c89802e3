// args: --virtual-time
// The promise of Atomics.waitAsync is settled by a task.
const shared = new Int32Array(new SharedArrayBuffer(8)), big = new BigInt64Array(new SharedArrayBuffer(8));
const say = (...what) => console.log(`${performance.now()} ms:`, ...what);
const attempt = steps => { try { return steps(); } catch (error) { return `${error.name}: ${error.message}`; } };
say(Atomics.waitAsync(shared, 0, 1), Atomics.waitAsync(shared, 0, 0, 0), Atomics.waitAsync(big, 0, 1n, 5));
say(attempt(() => Atomics.waitAsync(new Int32Array(2), 0, 0)), attempt(() => Atomics.waitAsync(shared, 2, 0)));
const { async, value } = Atomics.waitAsync(shared, 0, 0, 10);
say(async, value);
value.then(result => say('first', result));
Atomics.waitAsync(shared, 0, 0, 20.5).value.then(result => say('second', result));
Atomics.waitAsync(shared, 0, 0).value.then(result => say('third', result));
setTimeout(() => {
  say('notified', Atomics.notify(shared, 0, 1));
  Promise.resolve().then(() => say('microtasks come before'));
  setTimeout(() => say('timers come after'));
}, 15);
setTimeout(() => say('notified', Atomics.notify(shared, 0)), 30);

// When its time is over, a task is queued that settles the promise. Until it runs, the promise can be notified.
setTimeout(() => {
  Atomics.waitAsync(big, 0, 0n, 5).value.then(result => say('in time', result));
  setTimeout(() => say('notified', Atomics.notify(big, 0)), 5);
}, 50);

// Rejections and exceptions are those of the program.
setTimeout(() => {
  const failing = Atomics.waitAsync(shared, 1, 0, 1).value.then(() => { throw new Error('in a reaction'); });
  failing.catch(error => say(String(error)));
}, 100);

// args: --virtual-time
// Waiters are notified in the order in which they have begun to wait, whether they are suspended or have a promise.
const script = `onmessage = ({ data: [shared, index] }) => {
  postMessage('waits');
  console.log(name, Atomics.wait(shared, index, 0), performance.now());
}`;
const shared = new Int32Array(new SharedArrayBuffer(8));
let waiting = 0;
const start = (name, index) => new Promise(resolve => {
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(script)}`, { name });
  worker.onmessage = resolve;
  worker.postMessage([shared, index]);
});
for (const name of ['one', 'two', 'three']) await start(name, 0);
Atomics.waitAsync(shared, 0, 0).value.then(result => console.log('main', result, performance.now()));
await start('four', 0);
await start('elsewhere', 1);
const later = ms => new Promise(resolve => setTimeout(resolve, ms));
await later(10);
console.log('none', Atomics.notify(shared, 0, 0), Atomics.notify(shared, 0, -1), Atomics.notify(shared, 0, NaN));
for (const count of [2, 1.9, { valueOf: () => 1 }]) {
  console.log('notified', Atomics.notify(shared, 0, count));
  await later(10);
}
console.log('rest', Atomics.notify(shared, 0), Atomics.notify(shared, 0, Infinity));
await later(10);
console.log('a view of a part', Atomics.notify(new Int32Array(shared.buffer, 4), 0));
const attempt = steps => { try { return steps(); } catch (error) { return `${error.name}: ${error.message}`; } };
console.log('not shared', Atomics.notify(new Int32Array(4), 3), attempt(() => Atomics.notify(new Int32Array(4), 4)));
const bytes = new Int8Array(shared.buffer);
console.log('other types', attempt(() => Atomics.notify(bytes, 0)), attempt(() => Atomics.notify({})));
console.log('no such element', attempt(() => Atomics.notify(shared, 2)));

// A thousand waiters, and memory that no object has any more.
let settled = 0;
for (let i = 0; i < 1000; i++) Atomics.waitAsync(shared, 0, 0).value.then(() => settled++);
console.log('many', Atomics.notify(shared, 0, 999), Atomics.notify(shared, 0));
await later(0);
console.log('settled', settled);
Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

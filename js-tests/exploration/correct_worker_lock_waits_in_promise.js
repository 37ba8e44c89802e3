// correct: With Atomics.waitAsync, a task that waits for the lock lets the task go on that holds it.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  const lock = async shared => {
    while (Atomics.exchange(shared, 0, 1) === 1) await Atomics.waitAsync(shared, 0, 1).value;
  };
  const unlock = shared => {
    Atomics.store(shared, 0, 0);
    Atomics.notify(shared, 0, 1);
  };
  onmessage = async ({ data: shared }) => {
    await lock(shared);
    await new Promise(resolve => setTimeout(resolve, 5));
    unlock(shared);
    postMessage('done');
  };
}), { name: 'worker' });
const shared = new Int32Array(new SharedArrayBuffer(4));
let done = 0;
await new Promise(resolve => {
  worker.onmessage = () => { if (++done === 2) resolve(); };
  worker.postMessage(shared);
  setTimeout(() => worker.postMessage(shared), 20);
});

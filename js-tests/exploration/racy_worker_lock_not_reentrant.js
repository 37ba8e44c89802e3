// needs: intent
// depth: 2
// fails: a task of a worker waits for the lock that another task of the same worker holds, which cannot go on then.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  const lock = shared => { while (Atomics.exchange(shared, 0, 1) === 1) Atomics.wait(shared, 0, 1); };
  const unlock = shared => {
    Atomics.store(shared, 0, 0);
    Atomics.notify(shared, 0, 1);
  };
  onmessage = async ({ data: shared }) => {
    lock(shared);
    // Other tasks run while the lock is held.
    await new Promise(resolve => setTimeout(resolve, 5));
    unlock(shared);
    postMessage('done');
  };
}), { name: 'worker' });
const shared = new Int32Array(new SharedArrayBuffer(4));
worker.onmessage = ({ data }) => console.log(data);
worker.postMessage(shared);
setTimeout(() => worker.postMessage(shared), 20);

// correct: The value that the worker waits for changes before it is notified, so it does not wait if it comes too late.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: shared }) => {
    Atomics.wait(shared, 0, 0);
    postMessage(shared[1]);
  };
});
const shared = new Int32Array(new SharedArrayBuffer(8));
const consumer = new Worker(url, { name: 'consumer' });
consumer.onmessage = ({ data }) => {
  if (data !== 42) throw new Error(`the worker has read ${data}`);
};
consumer.postMessage(shared);
setTimeout(() => {
  shared[1] = 42;
  Atomics.store(shared, 0, 1);
  Atomics.notify(shared, 0);
}, 10);

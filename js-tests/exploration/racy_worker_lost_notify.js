// needs: intent
// depth: 2
// fails: the worker is notified before it waits, and nobody notifies it again.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: shared }) => {
    Atomics.wait(shared, 0, 0);
    postMessage(shared[1]);
  };
});
const shared = new Int32Array(new SharedArrayBuffer(8));
const consumer = new Worker(url, { name: 'consumer' });
consumer.onmessage = ({ data }) => console.log(data);
consumer.postMessage(shared);
setTimeout(() => {
  shared[1] = 42;
  Atomics.notify(shared, 0);
}, 10);

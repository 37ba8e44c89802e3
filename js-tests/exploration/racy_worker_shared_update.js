// needs: intent
// depth: 2
// fails: both workers load the value in the shared memory before either stores it.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: shared }) => {
    const value = Atomics.load(shared, 0);
    setTimeout(() => {
      Atomics.store(shared, 0, value + 1);
      postMessage('done');
    }, 1);
  };
});
const shared = new Int32Array(new SharedArrayBuffer(4));
const workers = ['one', 'two'].map(name => new Worker(url, { name }));
let done = 0;
for (const worker of workers) {
  worker.onmessage = () => {
    if (++done === 2 && Atomics.load(shared, 0) !== 2) throw new Error('an update is lost');
  };
}
workers[0].postMessage(shared);
setTimeout(() => workers[1].postMessage(shared), 10);

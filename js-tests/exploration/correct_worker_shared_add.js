// correct: Atomics.add loads and stores in one step, and Atomics.compareExchange notices that the value has changed.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: shared }) => {
    const seen = Atomics.load(shared, 1);
    setTimeout(() => {
      Atomics.add(shared, 0, 1);
      let value = seen;
      for (;;) {
        const found = Atomics.compareExchange(shared, 1, value, value + 1);
        if (found === value) break;
        value = found;
      }
      postMessage('done');
    }, 1);
  };
});
const shared = new Int32Array(new SharedArrayBuffer(8));
const workers = ['one', 'two'].map(name => new Worker(url, { name }));
let done = 0;
for (const worker of workers) {
  worker.onmessage = () => {
    if (++done === 2 && shared.join() !== '2,2') throw new Error(`updates are lost: ${shared}`);
  };
}
workers[0].postMessage(shared);
setTimeout(() => workers[1].postMessage(shared), 10);

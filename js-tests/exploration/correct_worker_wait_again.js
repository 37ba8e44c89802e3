// correct: When the time is over, the worker looks at the value, and waits again.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const reader = new Worker(script(() => {
  onmessage = ({ data: shared }) => {
    while (Atomics.load(shared, 0) === 0) Atomics.wait(shared, 0, 0, 50);
    if (shared[1] !== 42) throw new Error(`the value is ${shared[1]}`);
  };
}), { name: 'reader' });
const writer = new Worker(script(() => {
  onmessage = ({ data: shared }) => {
    setTimeout(() => {
      shared[1] = 42;
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
    }, 10);
  };
}), { name: 'writer' });
const shared = new Int32Array(new SharedArrayBuffer(8));
reader.postMessage(shared);
writer.postMessage(shared);

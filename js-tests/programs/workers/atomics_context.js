// args: --virtual-time --experimental async-context
// What a worker gets while it waits has nothing of the code that waits, which keeps its own values.
const url = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const shared = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(url(() => {
  const variable = new AsyncContext.Variable({ defaultValue: 'none' });
  const channel = new BroadcastChannel('channel');
  channel.onmessage = ({ data }) => console.log(data, variable.get());
  onmessage = ({ data }) => {
    if (!(data instanceof Int32Array)) return console.log(data, variable.get());
    Atomics.waitAsync(data, 0, 0).value.then(result => console.log('a promise', result, variable.get()));
    navigator.locks.request('lock', () => console.log('a lock', variable.get()));
    variable.run('inside', () => {
      setTimeout(() => console.log('a timer', variable.get()));
      navigator.locks.request('lock', () => console.log('a lock from inside', variable.get()));
      postMessage('waits');
      console.log(Atomics.wait(data, 0, 0), variable.get());
    });
    console.log('after', variable.get());
  };
}));
let release;
navigator.locks.request('lock', () => new Promise(resolve => { release = resolve; }));
const channel = new BroadcastChannel('channel');
worker.onmessage = () => {
  channel.postMessage('a broadcast');
  worker.postMessage('a message');
  release();
  setTimeout(() => Atomics.notify(shared, 0), 5);
  setTimeout(() => channel.close(), 20);
};
worker.postMessage(shared);
setTimeout(() => worker.terminate(), 50);

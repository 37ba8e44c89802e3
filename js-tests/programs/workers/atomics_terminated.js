// args: --virtual-time
// A worker that waits is terminated: none of its JavaScript runs any more.
const url = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const shared = new Int32Array(new SharedArrayBuffer(4));
const ways = [
  shared => {
    for (;;) {
      try { Atomics.wait(shared, 0, 0); } catch { console.log('caught'); } finally { console.log('finally'); }
    }
  },
  shared => { [1, 2].forEach(() => Atomics.wait(shared, 0, 0)); console.log('after a callback'); },
  shared => {
    const target = new EventTarget();
    target.addEventListener('wait', () => Atomics.wait(shared, 0, 0));
    target.addEventListener('wait', () => console.log('in another listener'));
    target.dispatchEvent(new Event('wait'));
    for (let i = 0; i < 3; i++) console.log('after an event');
  },
  shared => {
    Promise.resolve().then(() => console.log('in a microtask'));
    setTimeout(() => console.log('in a timer'));
    new Promise(() => Atomics.wait(shared, 0, 0)).finally(() => console.log('of a promise'));
    console.log('after a promise');
  },
  async shared => {
    await null;
    queueMicrotask(() => console.log('in a microtask'));
    try { Atomics.wait(shared, 0, 0); } finally { console.log('of an async function'); }
  },
  shared => { JSON.stringify({ toJSON() { Atomics.wait(shared, 0, 0); } }); console.log('after JSON'); },
  shared => { navigator.locks.request('lock', () => Atomics.wait(shared, 0, 0)); },
  shared => { new Worker('data:text/javascript,setInterval(() => {}, 10)'); Atomics.wait(shared, 0, 0); },
  shared => { Atomics.wait(shared, 0, 0, 1000); console.log('it has a timeout'); },
];
const workers = ways.map(way => {
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(
    `onmessage = ({ data }) => { postMessage('ready'); (${way})(data); }`)}`);
  worker.onerror = event => console.log('error', event.message);
  worker.postMessage(shared);
  return worker;
});
setTimeout(() => {
  workers.at(-2).terminate();
  // Some are notified before they are terminated in the same task.
  console.log('notified', Atomics.notify(shared, 0, 2));
  for (const worker of workers) worker.terminate();
  console.log('terminated', Atomics.notify(shared, 0));
}, 10);
navigator.locks.request('lock', { mode: 'shared' }, () => {}).then(() => {});
setTimeout(() => navigator.locks.request('lock', () => console.log('the lock is free')), 20);

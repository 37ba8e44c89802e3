// args: --virtual-time --timeout 1s
// What waits is listed when the time is over.
const shared = new Int32Array(new SharedArrayBuffer(8));
new Worker('../../workers/waits.js', { name: 'one' }).postMessage(shared);
new Worker(`data:text/javascript,${encodeURIComponent(`onmessage = ({ data }) => {
  Atomics.waitAsync(data, 0, 0);
  Atomics.wait(data, 1, 0, 5000);
}`)}`, { name: 'two' }).postMessage(shared);
Atomics.waitAsync(shared, 0, 0);
Atomics.waitAsync(shared, 0, 0, 7000);
setInterval(() => {}, 500);

// args: --virtual-time
// The program ends although workers wait for each other, and says so.
const shared = new Int32Array(new SharedArrayBuffer(4));
for (const name of ['one', 'two']) {
  const worker = new Worker('../../workers/waits.js', { name });
  worker.postMessage(shared);
  worker.postMessage('is never read');
}
setTimeout(() => console.log('the program ends'), 10);

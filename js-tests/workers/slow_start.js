// A worker may start late: the program expects an answer in time.
const worker = new Worker('data:text/javascript,postMessage("ready")');
let isReady = false;
worker.onmessage = () => { isReady = true; };
setTimeout(() => { if (!isReady) throw new Error('the worker is not ready'); }, 150);

// needs: intent
// depth: 1
// fails: the worker has not started when it is expected to have answered.
const worker = new Worker('data:text/javascript,postMessage("ready")');
let isReady = false;
worker.onmessage = () => { isReady = true; };
setTimeout(() => { if (!isReady) throw new Error('the worker is not ready'); }, 150);

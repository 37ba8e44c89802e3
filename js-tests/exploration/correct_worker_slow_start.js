// correct: The program waits for the answer of the worker.
const worker = new Worker('data:text/javascript,postMessage("ready")');
let isReady = false;
const ready = new Promise((resolve) => { worker.onmessage = resolve; });
ready.then(() => { isReady = true; setTimeout(() => { if (!isReady) throw new Error('not ready'); }, 150); });

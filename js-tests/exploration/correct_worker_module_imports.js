// correct: The program waits for the answer of a worker, which imports a module.
const worker = new Worker('data:text/javascript,import "node:path"; postMessage("ready")', { type: 'module' });
let isReady = false;
const ready = new Promise((resolve) => { worker.onmessage = resolve; });
ready.then(() => { isReady = true; setTimeout(() => { if (!isReady) throw new Error('not ready'); }); });

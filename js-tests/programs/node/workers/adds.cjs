const { parentPort, workerData, threadId } = require('node:worker_threads');

Atomics.add(workerData.shared, 0, 7);
workerData.port.on('message', message => {
  parentPort.postMessage([message, typeof module, __filename.endsWith('adds.cjs')]);
  workerData.port.close();
});
workerData.port.postMessage(['started', threadId]);

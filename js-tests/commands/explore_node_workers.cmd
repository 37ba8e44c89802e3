explore --jobs 1 --runs 12 -
import { Worker } from 'node:worker_threads';
const order = [];
const code = "const { parentPort, workerData } = require('worker_threads'); parentPort.postMessage(workerData)";
const run = workerData => new Promise((resolve, reject) => {
  const worker = new Worker(code, { eval: true, workerData });
  worker.on('message', message => order.push(message));
  worker.on('error', reject);
  worker.on('exit', resolve);
});
await Promise.all([run(1), run(2)]);
if (order[0] === 2) throw new Error('the second worker was first');

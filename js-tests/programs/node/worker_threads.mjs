// Workers of Node: what they get, what they send, and how they end. As Node 24 prints it.
import { once } from 'node:events';
import { Worker, isMainThread, parentPort, setEnvironmentData, threadId, workerData } from 'node:worker_threads';

setEnvironmentData('k', { deep: 1 });
console.log(isMainThread, parentPort, workerData, threadId);

const worker = new Worker(new URL('./workers/echo.mjs', import.meta.url), {
  workerData: { list: [1, 2] },
  argv: ['x', 3],
  env: { FOO: 'bar' },
  name: 'pool',
});
worker.on('online', () => console.log('online', worker.threadId));
worker.on('message', message => console.log('message', message));
worker.on('exit', code => console.log('exit', code, worker.threadId));
worker.postMessage('ping');
worker.postMessage('stop');
await once(worker, 'exit');

/// Prints the events of a worker that runs this code.
async function events(code, options) {
  const worker = new Worker(code, { eval: true, ...options });
  const seen = [];
  worker.on('message', message => seen.push(message));
  const shown = error => `${error.name} ${error.message} ${error.code}`;
  worker.on('error', error => seen.push(error instanceof Error ? shown(error) : error));
  const exited = new Promise(resolve => worker.on('exit', resolve));
  console.log('exit', await exited, ...seen);
}

const port = "const { parentPort, workerData } = require('worker_threads');";
await events(`${port} parentPort.postMessage([typeof module, workerData]); process.exitCode = 3`, { workerData: 5 });
await events("throw Object.assign(new RangeError('bad'), { code: 'E_BAD' })");
await events("throw 'text'");
await events("Promise.reject(new TypeError('rejected'))");
await events('let x = ;').catch(() => {});
await events(`${port} process.on('exit', code => parentPort.postMessage('exiting ' + code));
  try { process.exit(7) } finally { parentPort.postMessage('never') }`);
await events(`${port} setTimeout(() => parentPort.postMessage('late'), 20);
  process.once('beforeExit', () => setTimeout(() => parentPort.postMessage('again'), 5))`);
await events(`${port} process.on('uncaughtException', error => parentPort.postMessage('handled ' + error.message));
  setTimeout(() => { throw new Error('x') }, 1); setTimeout(() => {}, 10)`);
await events(`${port} parentPort.on('message', () => {}); parentPort.unref()`);
await events(`const { Worker, parentPort, threadId } = require('worker_threads');
  const code = "const { parentPort, threadId } = require('worker_threads'); parentPort.postMessage(threadId)";
  const nested = new Worker(code, { eval: true });
  nested.on('message', id => parentPort.postMessage(id - threadId));
  nested.on('exit', code => parentPort.postMessage('nested ' + code))`);

const missing = new Worker('./missing.mjs');
missing.on('error', error => console.log(error.code));
console.log(await new Promise(resolve => missing.on('exit', resolve)));

const endless = new Worker(`${port} parentPort.on('message', n => parentPort.postMessage(n * 2))`, { eval: true });
endless.postMessage(4);
console.log(await once(endless, 'message'), await endless.terminate(), await endless.terminate());

for (const wrong of ['x.js', 'file:///x.js', 'data:x', 5]) {
  try {
    new Worker(wrong);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
try {
  new Worker('', { eval: true, workerData: () => {} });
} catch (error) {
  console.log(error.name);
}

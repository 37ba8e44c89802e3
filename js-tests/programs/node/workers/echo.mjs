import { getEnvironmentData, isMainThread, parentPort, threadId, workerData } from 'node:worker_threads';

console.log('worker', isMainThread, workerData, threadId, process.argv.slice(2), process.env.FOO);
console.log(getEnvironmentData('k'));
console.log(typeof postMessage, typeof importScripts, typeof require);
parentPort.on('message', message => {
  parentPort.postMessage(['received', message]);
  if (message === 'stop') parentPort.close();
});

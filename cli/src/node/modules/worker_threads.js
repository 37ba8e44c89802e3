'use strict';
// node:worker_threads: the part that the web has, on one thread.

const { missing } = require('node:internal/missing')('worker_threads');
const advice = 'programs run on one thread; MessageChannel connects parts of one program';

module.exports = {
  BroadcastChannel: globalThis.BroadcastChannel,
  MessageChannel: globalThis.MessageChannel,
  MessagePort: globalThis.MessagePort,
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  Worker: missing('Worker', advice),
  getEnvironmentData: () => undefined,
  isMainThread: true,
  isMarkedAsUntransferable: () => false,
  markAsUntransferable() {},
  markAsUncloneable() {},
  moveMessagePortToContext: missing('moveMessagePortToContext', advice),
  parentPort: null,
  receiveMessageOnPort: missing('receiveMessageOnPort', 'add a message event listener'),
  resourceLimits: {},
  setEnvironmentData() {},
  threadId: 0,
  threadName: '',
  workerData: null,
};

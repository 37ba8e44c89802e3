'use strict';
// node:cluster: the program is the only process.

const EventEmitter = require('node:events');
const { missing } = require('node:internal/missing')('cluster');
const advice = 'it cannot start other processes';

module.exports = Object.assign(new EventEmitter(), {
  SCHED_NONE: 1,
  SCHED_RR: 2,
  Worker: missing('Worker', advice),
  disconnect: missing('disconnect', advice),
  fork: missing('fork', advice),
  isMaster: true,
  isPrimary: true,
  isWorker: false,
  schedulingPolicy: 2,
  settings: {},
  setupMaster: missing('setupMaster', advice),
  setupPrimary: missing('setupPrimary', advice),
  workers: {},
});

'use strict';
// node:cluster: the program is the only process.

const EventEmitter = require('node:events');
const { missing } = require('node:internal/missing')('cluster');
const advice = 'it cannot start other processes';

exports = module.exports = new EventEmitter();
exports.SCHED_NONE = 1;
exports.SCHED_RR = 2;
exports.Worker = missing('Worker', advice);
exports.disconnect = missing('disconnect', advice);
exports.fork = missing('fork', advice);
exports.isMaster = true;
exports.isPrimary = true;
exports.isWorker = false;
exports.schedulingPolicy = 2;
exports.settings = {};
exports.setupMaster = missing('setupMaster', advice);
exports.setupPrimary = missing('setupPrimary', advice);
exports.workers = {};

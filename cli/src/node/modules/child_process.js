'use strict';
// node:child_process: programs run alone here.

const { missing } = require('node:internal/missing')('child_process');
const advice = 'it cannot run other programs';

module.exports = {
  ChildProcess: missing('ChildProcess', advice),
  exec: missing('exec', advice),
  execFile: missing('execFile', advice),
  execFileSync: missing('execFileSync', advice),
  execSync: missing('execSync', advice),
  fork: missing('fork', advice),
  spawn: missing('spawn', advice),
  spawnSync: missing('spawnSync', advice),
};

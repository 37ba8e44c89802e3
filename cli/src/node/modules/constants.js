'use strict';
// node:constants: those of node:os and node:fs.

const { constants: fs } = require('node:fs');
const { constants: os } = require('node:os');

module.exports = { ...os.signals, ...os.errno, ...fs };

'use strict';
// node:wasi: the engine has no WebAssembly.

const { missing } = require('node:internal/missing')('wasi');

module.exports = { WASI: missing('WASI', 'the engine has no WebAssembly') };

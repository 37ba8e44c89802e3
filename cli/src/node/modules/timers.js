'use strict';
// node:timers: https://nodejs.org/api/timers.html. The timers are those of the web.

const { clearImmediate, setImmediate } = require('node:internal/ticks');

module.exports = {
  clearImmediate,
  clearInterval: globalThis.clearInterval,
  clearTimeout: globalThis.clearTimeout,
  setImmediate,
  setInterval: globalThis.setInterval,
  setTimeout: globalThis.setTimeout,
  get promises() {
    return require('node:timers/promises');
  },
};

'use strict';
// node:timers: https://nodejs.org/api/timers.html

const timers = require('node:internal/ticks');

module.exports = {
  clearImmediate: timers.clearImmediate,
  clearInterval: timers.clearInterval,
  clearTimeout: timers.clearTimeout,
  setImmediate: timers.setImmediate,
  setInterval: timers.setInterval,
  setTimeout: timers.setTimeout,
  get promises() {
    return require('node:timers/promises');
  },
};

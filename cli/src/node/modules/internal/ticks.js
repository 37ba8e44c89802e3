'use strict';
// process.nextTick.

const { invalidArgType } = require('node:internal/errors');

function nextTick(callback, ...args) {
  if (typeof callback !== 'function') throw invalidArgType('callback', 'of type function', callback);
  queueMicrotask(() => callback(...args));
}

module.exports = { nextTick };

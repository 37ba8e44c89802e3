'use strict';
// node:timers: https://nodejs.org/api/timers.html

const { invalidArgType } = require('node:internal/errors');

class Immediate {
  #timer;
  constructor(callback, args) {
    this.#timer = globalThis.setTimeout(callback, 0, ...args);
  }
  static clear(immediate) {
    if (typeof immediate === 'object' && immediate !== null && #timer in immediate)
      globalThis.clearTimeout(immediate.#timer);
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
}

function setImmediate(callback, ...args) {
  if (typeof callback !== 'function') throw invalidArgType('callback', 'of type function', callback);
  return new Immediate(callback, args);
}

function clearImmediate(immediate) {
  Immediate.clear(immediate);
}

module.exports = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate,
  clearImmediate,
  get promises() {
    return require('node:timers/promises');
  },
};

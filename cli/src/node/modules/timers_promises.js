'use strict';
// node:timers/promises: https://nodejs.org/api/timers.html#timers-promises-api

const { invalidArgType } = require('node:internal/errors');
const { checkBoolean, checkNumber, checkObject } = require('node:internal/checks');
const { scheduler, setTimeout: wait } = require('node:internal/timers_promises');

function abortError(signal) {
  const made = new Error('The operation was aborted', { cause: signal.reason });
  Object.defineProperty(made, 'name', { value: 'AbortError', writable: true, configurable: true });
  made.code = 'ABORT_ERR';
  return made;
}

function checkSignal(signal) {
  if (signal !== undefined && (typeof signal !== 'object' || signal === null || !('aborted' in signal))) {
    throw invalidArgType('options.signal', 'an instance of AbortSignal', signal);
  }
}

function checkOptions(options) {
  if (options === undefined) return {};
  checkObject(options, 'options');
  checkSignal(options.signal);
  if (options.ref !== undefined) checkBoolean(options.ref, 'options.ref');
  return options;
}

/// Not an asynchronous function, so that its promise is settled when that of the timer is.
function setTimeout(delay, value, options) {
  try {
    if (delay !== undefined) checkNumber(delay, 'delay');
    checkOptions(options);
  } catch (failure) {
    return Promise.reject(failure);
  }
  return wait(delay, value, options);
}

async function setImmediate(value, options) {
  const { signal } = checkOptions(options);
  if (signal?.aborted) throw abortError(signal);
  const immediates = require('node:timers');
  const { promise, resolve, reject } = Promise.withResolvers();
  const immediate = immediates.setImmediate(resolve, value);
  const abort = () => {
    immediates.clearImmediate(immediate);
    reject(abortError(signal));
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

async function* setInterval(delay, value, options) {
  if (delay !== undefined) checkNumber(delay, 'delay');
  const { signal } = checkOptions(options);
  if (signal?.aborted) throw abortError(signal);
  let due = 0;
  let next = Promise.withResolvers();
  const timer = globalThis.setInterval(() => {
    due++;
    next.resolve();
  }, delay);
  const abort = () => next.resolve();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    while (!signal?.aborted) {
      if (due === 0) await next.promise;
      next = Promise.withResolvers();
      for (; due > 0; due--) yield value;
    }
    throw abortError(signal);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', abort);
  }
}

module.exports = { scheduler, setImmediate, setInterval, setTimeout };

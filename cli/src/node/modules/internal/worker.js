'use strict';
// What runs in a worker of node:worker_threads before its script. Its creator hears of what happens through the
// implicit port of the worker; the messages of the program have another one.

const process = require('node:process');
const host = require('node:internal/threads');
const { error } = require('node:internal/errors');
const { isWaiting } = require('node:internal/ports');

const given = host.given();
const tell = globalThis.postMessage.bind(globalThis);
let hasFailed = false;

// A program may ask for their types to find out whether it runs in a worker of the web.
const OF_THE_WEB = ['close', 'importScripts', 'location', 'name', 'onmessage', 'onmessageerror', 'postMessage', 'self'];
for (const name of [...OF_THE_WEB, 'DedicatedWorkerGlobalScope', 'WorkerGlobalScope']) {
  if (!delete globalThis[name] || name in globalThis) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true });
  }
}

/// The types of errors that a structured clone keeps.
const CLONED = new Set(['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError']);

/// A value as it can be sent; `undefined` if it cannot be.
function cloned(value) {
  try {
    return [structuredClone(value)];
  } catch {
    return undefined;
  }
}

/// An error as it can be sent: with the properties that a structured clone leaves out, as far as they can be sent.
function sent(error) {
  if (!(error instanceof Error)) return { value: (cloned(error) ?? [require('node:util').inspect(error)])[0] };
  const properties = [];
  for (const key of Object.getOwnPropertyNames(error)) {
    const { value, enumerable } = Object.getOwnPropertyDescriptor(error, key);
    const copy = key === 'stack' || key === 'message' || value === error ? undefined : cloned(value);
    if (copy) properties.push([key, copy[0], enumerable]);
  }
  const { name, stack } = error;
  // A script that does not parse has no file to look at.
  const message = `${error.message}`.replace(/ \(\[worker eval\]:\d+:\d+\)$/, '');
  let type = Object.getPrototypeOf(error);
  while (type && !CLONED.has(type.constructor?.name)) type = Object.getPrototypeOf(type);
  return { type: type?.constructor.name ?? 'Error', name, message, stack, properties };
}

function tellOfExit(code) {
  tell({ exit: code });
}

/// Ends the worker because of an error that its program does not handle.
function fail(error) {
  if (hasFailed) return;
  hasFailed = true;
  tell({ error: sent(error) });
  process.exit(1);
}

/// The error of a promise that was rejected with something else.
function rejected(reason) {
  const message =
    'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
    `promise which was not handled with .catch(). The promise rejected with the reason "${String(reason)}".`;
  return error('ERR_UNHANDLED_REJECTION', message);
}

globalThis.addEventListener('error', event => {
  if (process.listenerCount('uncaughtException') > 0) return;
  event.preventDefault();
  fail(event.error);
});
globalThis.addEventListener('unhandledrejection', event => {
  if (process.listenerCount('unhandledRejection') + process.listenerCount('uncaughtException') > 0) return;
  event.preventDefault();
  const { reason } = event;
  fail(reason instanceof Error ? reason : rejected(reason));
});

if (given.env) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, given.env);
}
process.argv = [process.execPath, ...(given.file === undefined ? [] : [given.file]), ...given.argv];
tell({ online: true });

module.exports = {
  fail,
  tellOfExit,
  isWaiting,
};

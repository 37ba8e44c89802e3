'use strict';
// What runs in a worker of node:worker_threads before its script. Its creator hears of what happens through the
// implicit port of the worker; the messages of the program have another one.

const process = require('node:process');
const host = require('node:internal/threads');
const { active } = require('node:internal/ports');

const given = host.given();
const tell = globalThis.postMessage.bind(globalThis);
let hasFailed = false;

// A program may ask for their types to find out whether it runs in a worker of the web.
for (const name of ['close', 'importScripts', 'location', 'name', 'onmessage', 'onmessageerror', 'postMessage']) {
  if (!delete globalThis[name] || name in globalThis) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true });
  }
}

/// An error as it can be sent: with the properties that a structured clone leaves out.
function sent(error) {
  try {
    if (!(error instanceof Error)) return { value: structuredClone(error) };
    const properties = {};
    for (const key of Object.keys(error)) properties[key] = structuredClone(error[key]);
    return { value: structuredClone(error), name: `${error.name}`, properties };
  } catch {
    return { value: error instanceof Error ? new Error(`${error.message}`) : require('node:util').inspect(error) };
  }
}

function tellOfExit(code) {
  tell({ exit: code });
}

/// Ends the worker because of an error that its program does not handle.
function fail(error) {
  if (hasFailed) return;
  hasFailed = true;
  tell({ error: sent(error) });
  process.exitCode ||= 1;
  process.exit();
}

globalThis.addEventListener('error', event => {
  if (process.listenerCount('uncaughtException') > 0) return;
  event.preventDefault();
  fail(event.error);
});
globalThis.addEventListener('unhandledrejection', event => {
  if (process.listenerCount('unhandledRejection') + process.listenerCount('uncaughtException') > 0) return;
  event.preventDefault();
  fail(event.reason);
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
  /// Whether it waits for messages, or for workers of its own.
  isWaiting: () => active.size > 0,
};

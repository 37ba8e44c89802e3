// Adds the parts of a window or worker to the global object that tests need and the platform does not provide. Runs
// before the harness, as the body of a function with the parameter `host`: an object { global, url, title,
// evaluateFile }.
const { global: kind, title, evaluateFile } = host;
const isWorker = kind === 'dedicatedworker';
const define = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

define('GLOBAL', {
  isWindow: () => !isWorker,
  isWorker: () => isWorker,
  isShadowRealm: () => false,
});

const url = new URL(host.url);
const location = Object.freeze({
  ...Object.fromEntries(['href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
    .map(name => [name, url[name]])),
  toString: () => url.href,
});
function getLocation() {
  'use strict';
  if (this !== undefined && this !== null && this !== globalThis) throw new TypeError('Illegal invocation');
  return location;
}
Object.defineProperty(globalThis, 'location', { get: getLocation, enumerable: true, configurable: true });
if (title !== undefined) define('META_TITLE', title);

define('fetch_json', async input => (await fetch(input)).json());

// Defines an interface object that is not constructible. Returns its prototype, which inherits from `parent`.
function globalInterface(name, parent) {
  const constructor = { [name]: function () { throw new TypeError('Illegal constructor'); } }[name];
  Object.defineProperty(constructor, 'prototype', {
    writable: false,
    value: Object.create(parent, {
      constructor: { value: constructor, writable: true, configurable: true },
      [Symbol.toStringTag]: { value: name, configurable: true },
    }),
  });
  define(name, constructor);
  return constructor.prototype;
}

const scope = Object.getPrototypeOf(globalThis);
if (isWorker) {
  const worker = globalInterface('WorkerGlobalScope', scope);
  Object.setPrototypeOf(globalThis, globalInterface('DedicatedWorkerGlobalScope', worker));
  // There is no page to send messages to; the harness reports through its callbacks.
  define('postMessage', () => {});
  define('close', () => {});
  define('importScripts', (...urls) => {
    for (const url of urls.map(String)) {
      // The harness is there already, and reports to the runner.
      if (!url.endsWith('/resources/testharness.js')) evaluateFile(url);
    }
  });
  for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'IdleDeadline']) delete globalThis[name];
  // Members of WorkerGlobalScope are properties of its prototype, not of the global object itself.
  for (const name of [
    'self', 'origin', 'navigator', 'performance', 'scheduler', 'setTimeout', 'setInterval', 'clearTimeout',
    'clearInterval', 'queueMicrotask', 'structuredClone', 'reportError', 'fetch', 'crypto', 'atob', 'btoa', 'onerror',
    'onunhandledrejection', 'onrejectionhandled', 'onoffline', 'ononline', 'location',
  ]) {
    const member = Object.getOwnPropertyDescriptor(globalThis, name);
    delete globalThis[name];
    Object.defineProperty(worker, name, member);
  }
} else {
  Object.setPrototypeOf(globalThis, globalInterface('Window', scope));
  define('window', globalThis);
}

// Adds the parts of a window to the global object that tests need and the platform does not provide. Runs before the
// harness, as the body of a function with the parameter `host`: an object { url, title }.
const { title } = host;
const define = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

define('GLOBAL', {
  isWindow: () => true,
  isWorker: () => false,
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
Object.setPrototypeOf(globalThis, globalInterface('Window', scope));
define('window', globalThis);

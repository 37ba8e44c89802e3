// Adds the parts of a window or worker to the global object that tests need and the platform does not provide. Runs
// before the harness, as the body of a function with the parameter `host`: an object { global, origin, path, search,
// title, readFile, evaluateFile }.
const { global: kind, path, search, title, readFile, evaluateFile } = host;
const isWorker = kind === 'dedicatedworker';
const define = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

define('GLOBAL', {
  isWindow: () => !isWorker,
  isWorker: () => isWorker,
  isShadowRealm: () => false,
});

const href = `${host.origin}${path}${search}`;
define('location', {
  href, search, pathname: path, origin: host.origin, protocol: 'https:', host: 'web-platform.test',
  hostname: 'web-platform.test', port: '', hash: '', toString() { return this.href; },
});
if (title !== undefined) define('META_TITLE', title);

// Returns the path of a URL below the root. The URL may be relative to the test.
const resolve = specifier => decodeURIComponent(new URL(String(specifier), href).pathname);

class Response {
  #text;
  constructor(url, text) { this.url = url; this.#text = text; }
  get ok() { return this.#text !== undefined; }
  get status() { return this.ok ? 200 : 404; }
  async text() { return this.#text ?? ''; }
  async json() { return JSON.parse(await this.text()); }
}
define('fetch', async input => {
  const url = new URL(String(input?.url ?? input), href);
  if (url.origin !== host.origin) throw new TypeError(`fetch: only files below the root can be read, not ${url.href}`);
  return new Response(url.href, readFile(decodeURIComponent(url.pathname)));
});
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
  define('importScripts', (...urls) => { for (const url of urls) evaluateFile(resolve(url)); });
  for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'IdleDeadline']) delete globalThis[name];
  // Members of WorkerGlobalScope are properties of its prototype, not of the global object itself.
  for (const name of [
    'self', 'navigator', 'performance', 'scheduler', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval',
    'queueMicrotask', 'structuredClone', 'reportError', 'atob', 'btoa', 'onerror',
    'onunhandledrejection', 'onrejectionhandled',
  ]) {
    const member = Object.getOwnPropertyDescriptor(globalThis, name);
    delete globalThis[name];
    Object.defineProperty(worker, name, member);
  }
} else {
  Object.setPrototypeOf(globalThis, globalInterface('Window', scope));
  define('window', globalThis);
}

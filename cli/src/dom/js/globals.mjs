// Makes what a window has global, as Vitest does it. The clock, the network and what belongs to them stay those of
// posttask.

/** What the window gives although the global object has it: everything that takes part in the events of a document. */
const REPLACED = new Set([
  'CustomEvent',
  'ErrorEvent',
  'Event',
  'EventTarget',
  'MessageEvent',
  'Navigator',
  'ProgressEvent',
  'navigator',
]);

/** The names for the global object itself. */
const ALIASES = ['window', 'self', 'top', 'parent', 'frames'];

/** The events of the global object that the event loop dispatches. Their listeners stay there. */
const OF_THE_LOOP = new Set(['error', 'unhandledrejection', 'rejectionhandled']);

/** What is replaced, as it was. */
const own = {
  addEventListener: globalThis.addEventListener.bind(globalThis),
  removeEventListener: globalThis.removeEventListener.bind(globalThis),
  FormData: globalThis.FormData,
  fetch: globalThis.fetch.bind(globalThis),
};

/** Installs the globals of a window. */
export function install(window) {
  for (const name of namesOf(window)) {
    if (!ALIASES.includes(name) && (!(name in globalThis) || REPLACED.has(name))) defineGlobal(window, name);
  }
  for (const name of ALIASES) define(name, { value: globalThis, writable: true });
  define('document', { get: () => window.document, set: undefined });
  defineDefaultView(window.document);
  installListeners(window);
  reportErrors(window);
  acceptSignals(window);
  useClock(window);
  if (window.FormData) define('FormData', { value: formDataOf(window), writable: true });
  define('fetch', { value: fetchIn(window), writable: true });
}

/** The names of the properties of a window, with those that it inherits. */
function namesOf(window) {
  const names = new Set();
  for (let object = window; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object)) names.add(name);
  }
  return names;
}

function descriptorOf(object, name) {
  for (let it = object; it; it = Object.getPrototypeOf(it)) {
    const found = Object.getOwnPropertyDescriptor(it, name);
    if (found) return found;
  }
  return { get: undefined };
}

const isClass = name => name[0] !== name[0].toLowerCase();

/** Functions are those of the window from now on. What else it has may change. */
function defineGlobal(window, name) {
  const { value } = descriptorOf(window, name);
  if (typeof value === 'function') {
    define(name, { value: isClass(name) ? value : value.bind(window), writable: true });
  } else {
    let assigned;
    define(name, {
      get: () => (assigned ? assigned.value : window[name]),
      set: value => (assigned = { value }),
    });
  }
}

/** Defines a global. One that is an accessor stays one. */
function define(name, descriptor) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  if (before && !before.configurable) return;
  if (before?.get && !descriptor.get) {
    let { value } = descriptor;
    descriptor = { get: () => value, set: assigned => (value = assigned) };
  }
  Object.defineProperty(globalThis, name, { ...descriptor, configurable: true, enumerable: false });
}

/** `document.defaultView` is the global object, as `window` is. */
function defineDefaultView(document) {
  Object.defineProperty(document, 'defaultView', { get: () => globalThis, configurable: true, enumerable: true });
}

/** The program's listeners of errors, without that of `process`. */
const errorListeners = new Set();

function countListener(method, listener) {
  if (listener?.[Symbol.for('posttask.process')]) return;
  errorListeners[method === 'addEventListener' ? 'add' : 'delete'](listener);
}

/** Listeners of the global object are those of the window, except those to which the event loop reports errors. */
function installListeners(window) {
  for (const method of ['addEventListener', 'removeEventListener']) {
    const ofWindow = window[method].bind(window);
    const value = (type, listener, ...rest) => {
      if (type === 'error') countListener(method, listener);
      return (OF_THE_LOOP.has(type) ? own[method] : ofWindow)(type, listener, ...rest);
    };
    define(method, { value, writable: true });
  }
  define('dispatchEvent', { value: window.dispatchEvent.bind(window), writable: true });
}

/** In their documents, an error is handled if the program listens to errors: React 18 does while it renders. */
const isForVitestOrJest = () => Boolean(globalThis.process?.env.VITEST ?? globalThis.process?.env.JEST_WORKER_ID);

/** What listeners of the document throw is reported as what other callbacks throw. */
function reportErrors(window) {
  window.addEventListener('error', event => {
    if (event.error === undefined || event.error === null) return;
    event.preventDefault();
    if (errorListeners.size > 0 && isForVitestOrJest()) {
      own.addEventListener('error', reported => reported.preventDefault(), { once: true });
    }
    reportError(event.error);
  });
}

/** The object that gives what is in the document a method. */
function ownerOf(object, method) {
  while (!Object.hasOwn(object, method)) object = Object.getPrototypeOf(object);
  return object;
}

/**
 * Lets `addEventListener` of the document take the signals of posttask:
 * https://dom.spec.whatwg.org/#add-an-event-listener
 */
function acceptSignals({ document }) {
  const prototype = ownerOf(document, 'addEventListener');
  const { addEventListener } = prototype;
  prototype.addEventListener = function (type, listener, options) {
    const signal = options?.signal;
    if (!(signal instanceof AbortSignal)) return addEventListener.call(this, type, listener, options);
    // Steps 2 and 6.
    if (signal.aborted) return undefined;
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, options), { once: true });
    return addEventListener.call(this, type, listener, { ...options, signal: undefined });
  };
}

/** Gives events the time of `performance.now()`, also if the package gives them that of `Date.now()`. */
function useClock({ document, Event }) {
  const relative = time => (time < performance.timeOrigin ? time : time - performance.timeOrigin);
  const before = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  if (before?.get) {
    const get = function () {
      return relative(before.get.call(this));
    };
    Object.defineProperty(Event.prototype, 'timeStamp', { ...before, get });
    return;
  }
  const prototype = ownerOf(document, 'dispatchEvent');
  const { dispatchEvent } = prototype;
  prototype.dispatchEvent = function (event) {
    event.timeStamp = relative(event.timeStamp);
    return dispatchEvent.call(this, event);
  };
}

/** `FormData` of posttask, which can also be made from a form of the document. */
function formDataOf(window) {
  return class FormData extends own.FormData {
    constructor(form, submitter) {
      super();
      if (form === undefined) return;
      const entries = new window.FormData(form, ...(submitter ? [submitter] : []));
      for (const [name, value] of entries) this.append(name, typeof value === 'string' ? value : fileOf(value));
    }
  };
}

/** An input without a file is in the entries of its form, too. */
function fileOf({ name, size, type }) {
  if (size > 0) throw new TypeError(`FormData: posttask cannot read '${name}', a file of the document`);
  return new File([], name, { type });
}

/** `fetch` of posttask, with URLs relative to that of the document. */
function fetchIn(window) {
  const absolute = text => {
    try {
      return new URL(text, window.document.baseURI).href;
    } catch {
      return text;
    }
  };
  return function fetch(input, init) {
    return own.fetch(typeof input === 'string' ? absolute(input) : input, init);
  };
}

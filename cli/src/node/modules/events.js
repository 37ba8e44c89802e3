'use strict';
// node:events: https://nodejs.org/api/events.html

const { checkBoolean, checkFunction, checkInteger, checkNumber, checkObject } = require('node:internal/checks');
const { error, invalidArgType, outOfRange } = require('node:internal/errors');
const { eventListeners } = require('node:internal/values');

const kCapture = Symbol('kCapture');
const kRejection = Symbol.for('nodejs.rejection');
const errorMonitor = Symbol('events.errorMonitor');
let defaultMaxListeners = 10;
let captureRejections = false;

const checkListener = listener => checkFunction(listener, 'listener');

function checkCount(value, name) {
  checkNumber(value, name);
  if (!(value >= 0)) throw outOfRange(name, '>= 0', value);
}

function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}

EventEmitter.init = function (options) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = { __proto__: null };
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (options?.captureRejections) {
    checkBoolean(options.captureRejections, 'options.captureRejections');
    this[kCapture] = options.captureRejections;
  } else {
    this[kCapture] = captureRejections;
  }
};

const methods = EventEmitter.prototype;
methods._events = undefined;
methods._eventsCount = 0;
methods._maxListeners = undefined;
Object.defineProperty(methods, kCapture, { value: false, writable: true, configurable: true });

methods.setMaxListeners = function setMaxListeners(n) {
  checkCount(n, 'setMaxListeners');
  this._maxListeners = n;
  return this;
};

methods.getMaxListeners = function getMaxListeners() {
  return this._maxListeners === undefined ? defaultMaxListeners : this._maxListeners;
};

methods.emit = function emit(type, ...args) {
  const events = this._events;
  if (type === 'error') {
    if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
    if (events?.error === undefined) throw unhandledError(args[0]);
  }
  const handler = events?.[type];
  if (handler === undefined) return false;
  if (typeof handler === 'function') {
    call(this, handler, type, args);
  } else {
    for (const listener of [...handler]) call(this, listener, type, args);
  }
  return true;
};

function call(emitter, listener, type, args) {
  const result = Reflect.apply(listener, emitter, args);
  if (emitter[kCapture] && typeof result?.then === 'function') {
    result.then(undefined, reason => queueMicrotask(() => rejected(emitter, reason, type, args)));
  }
}

function rejected(emitter, reason, type, args) {
  if (typeof emitter[kRejection] === 'function') {
    emitter[kRejection](reason, type, ...args);
    return;
  }
  // The rejection of a listener of `error` is not captured again.
  const before = emitter[kCapture];
  emitter[kCapture] = false;
  try {
    emitter.emit('error', reason);
  } finally {
    emitter[kCapture] = before;
  }
}

function unhandledError(value) {
  if (value instanceof Error) return value;
  const { inspect } = require('node:internal/inspect');
  const made = error('ERR_UNHANDLED_ERROR', `Unhandled error. (${value === undefined ? 'undefined' : inspect(value)})`);
  made.context = value;
  return made;
}

function add(emitter, type, listener, first) {
  checkListener(listener);
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    emitter.emit('newListener', type, listener.listener ?? listener);
    // A listener may have replaced it.
    events = emitter._events;
  }
  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    emitter._eventsCount += 1;
    return emitter;
  }
  if (typeof existing === 'function') {
    events[type] = first ? [listener, existing] : [existing, listener];
  } else if (first) {
    existing.unshift(listener);
  } else {
    existing.push(listener);
  }
  warnOfMany(emitter, type, events[type]);
  return emitter;
}

function warnOfMany(emitter, type, list) {
  const most = emitter.getMaxListeners?.() ?? defaultMaxListeners;
  if (!(most > 0) || list.length <= most || list.warned) return;
  list.warned = true;
  const { inspect } = require('node:internal/inspect');
  const warning = new Error(
    `Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to ` +
      `${inspect(emitter, { depth: -1 })}. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`,
  );
  Object.assign(warning, { name: 'MaxListenersExceededWarning', emitter, type, count: list.length });
  require('node:process').emitWarning(warning);
}

methods.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};
methods.on = methods.addListener;

methods.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

function onceWrapper(emitter, type, listener) {
  checkListener(listener);
  let fired = false;
  const wrapper = function (...args) {
    if (fired) return undefined;
    fired = true;
    emitter.removeListener(type, wrapper);
    return Reflect.apply(listener, emitter, args);
  };
  wrapper.listener = listener;
  return wrapper;
}

methods.once = function once(type, listener) {
  return this.on(type, onceWrapper(this, type, listener));
};

methods.prependOnceListener = function prependOnceListener(type, listener) {
  return this.prependListener(type, onceWrapper(this, type, listener));
};

methods.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  const list = events?.[type];
  if (list === undefined) return this;
  const matches = entry => entry === listener || entry.listener === listener;
  // As in Node, one of several listeners is reported as it was passed, and not as it was added.
  let removed = listener;
  if (typeof list === 'function') {
    if (!matches(list)) return this;
    removed = list.listener ?? list;
    drop(this, type);
  } else {
    const index = list.findLastIndex(matches);
    if (index < 0) return this;
    list.splice(index, 1);
    if (list.length === 1) events[type] = list[0];
  }
  if (events.removeListener !== undefined) this.emit('removeListener', type, removed);
  return this;
};
methods.off = methods.removeListener;

function drop(emitter, type) {
  emitter._eventsCount -= 1;
  if (emitter._eventsCount === 0) emitter._events = { __proto__: null };
  else delete emitter._events[type];
}

methods.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = { __proto__: null };
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      drop(this, type);
    }
    return this;
  }
  if (arguments.length === 0) {
    for (const key of Reflect.ownKeys(events)) {
      if (key !== 'removeListener') this.removeAllListeners(key);
    }
    this.removeAllListeners('removeListener');
    this._events = { __proto__: null };
    this._eventsCount = 0;
    return this;
  }
  const list = events[type];
  if (typeof list === 'function') this.removeListener(type, list);
  else if (list !== undefined) for (const listener of [...list].reverse()) this.removeListener(type, listener);
  return this;
};

function listed(emitter, type) {
  const list = emitter._events?.[type];
  if (list === undefined) return [];
  return typeof list === 'function' ? [list] : [...list];
}

methods.listeners = function listeners(type) {
  return listed(this, type).map(entry => entry.listener ?? entry);
};

methods.rawListeners = function rawListeners(type) {
  return listed(this, type);
};

methods.listenerCount = function listenerCount(type, listener) {
  const list = listed(this, type);
  if (listener == null) return list.length;
  return list.filter(entry => entry === listener || entry.listener === listener).length;
};

methods.eventNames = function eventNames() {
  return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
};

function abortError(signal) {
  const made = new Error('The operation was aborted', { cause: signal.reason });
  made.name = 'AbortError';
  made.code = 'ABORT_ERR';
  return made;
}

function checkSignal(signal, name = 'options.signal') {
  if (signal !== undefined && (typeof signal !== 'object' || signal === null || !('aborted' in signal))) {
    throw invalidArgType(name, 'an instance of AbortSignal', signal);
  }
}

function isTarget(value) {
  return typeof value?.addEventListener === 'function' && typeof value.on !== 'function';
}

function subscribe(emitter, name, listener, options) {
  if (isTarget(emitter)) {
    emitter.addEventListener(name, listener, options);
    return () => emitter.removeEventListener(name, listener, options);
  }
  if (typeof emitter.on !== 'function') throw invalidArgType('emitter', 'an instance of EventEmitter', emitter);
  if (options?.once) emitter.once(name, listener);
  else emitter.on(name, listener);
  // Not every object that has `once` has this.
  return () => emitter.removeListener?.(name, listener);
}

async function once(emitter, name, options = {}) {
  checkObject(options, 'options');
  const { signal } = options;
  checkSignal(signal);
  if (signal?.aborted) throw abortError(signal);
  const undo = [];
  const { promise, resolve, reject } = Promise.withResolvers();
  undo.push(subscribe(emitter, name, (...args) => resolve(args), { once: true }));
  if (name !== 'error' && typeof emitter.once === 'function') {
    undo.push(subscribe(emitter, 'error', reject, { once: true }));
  }
  if (signal) undo.push(subscribe(signal, 'abort', () => reject(abortError(signal)), { once: true }));
  try {
    return await promise;
  } finally {
    for (const steps of undo) steps();
  }
}

/// How many values may wait before an emitter that can pause is paused, and at how many it is resumed.
function marksOf({ highWaterMark, highWatermark, lowWaterMark, lowWatermark }) {
  const high = highWaterMark ?? highWatermark ?? Number.MAX_SAFE_INTEGER;
  checkInteger(high, 'options.highWaterMark', 1);
  const low = lowWaterMark ?? lowWatermark ?? 1;
  checkInteger(low, 'options.lowWaterMark', 1);
  return [high, low];
}

function on(emitter, name, options = {}) {
  checkObject(options, 'options');
  const { signal } = options;
  checkSignal(signal);
  if (signal?.aborted) throw abortError(signal);
  const [high, low] = marksOf(options);
  let isPaused = false;
  const values = [];
  const waiting = [];
  const undo = [];
  let failure;
  let isDone = false;
  const finish = () => {
    isDone = true;
    for (const steps of undo.splice(0)) steps();
    for (const { resolve } of waiting.splice(0)) resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  };
  const fail = reason => {
    const next = waiting.shift();
    if (next) next.reject(reason);
    else failure = { reason };
    finish();
  };
  const take = (...args) => {
    const next = waiting.shift();
    if (next) next.resolve({ value: args, done: false });
    else values.push(args);
    if (isPaused || values.length <= high) return;
    isPaused = true;
    emitter.pause();
  };
  undo.push(subscribe(emitter, name, take));
  if (name !== 'error' && typeof emitter.on === 'function') undo.push(subscribe(emitter, 'error', fail));
  for (const end of options.close ?? []) undo.push(subscribe(emitter, end, finish));
  if (signal) undo.push(subscribe(signal, 'abort', () => fail(abortError(signal)), { once: true }));
  return Object.setPrototypeOf(
    {
      next() {
        if (values.length > 0) {
          const value = values.shift();
          if (isPaused && values.length < low) {
            isPaused = false;
            emitter.resume();
          }
          return Promise.resolve({ value, done: false });
        }
        if (failure) {
          const { reason } = failure;
          failure = undefined;
          return Promise.reject(reason);
        }
        if (isDone) return finish();
        const next = Promise.withResolvers();
        waiting.push(next);
        return next.promise;
      },
      return: finish,
      throw(reason) {
        if (!(reason instanceof Error))
          throw invalidArgType('EventEmitter.AsyncIterator', 'an instance of Error', reason);
        fail(reason);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    },
    Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype),
  );
}

function getEventListeners(emitter, type) {
  return typeof emitter.listeners === 'function' ? emitter.listeners(type) : listenersOfTarget(emitter, type);
}

function listenersOfTarget(target, type) {
  // The types of events of targets are strings.
  const found = eventListeners(target, typeof type === 'symbol' ? '' : type);
  if (found) return found;
  throw invalidArgType('emitter', 'an instance of EventEmitter or EventTarget', target);
}

function getMaxListeners(emitter) {
  if (typeof emitter?.getMaxListeners === 'function') return emitter.getMaxListeners();
  listenersOfTarget(emitter, '');
  // Signals have no limit.
  return emitter instanceof AbortSignal ? 0 : defaultMaxListeners;
}

function listenerCount(emitter, type) {
  if (typeof emitter.listenerCount === 'function') return emitter.listenerCount(type);
  return listenersOfTarget(emitter, type).length;
}

function setMaxListeners(n = defaultMaxListeners, ...targets) {
  checkCount(n, 'setMaxListeners');
  if (targets.length === 0) defaultMaxListeners = n;
  for (const target of targets) {
    // Event targets have no limit here.
    if (isTarget(target)) continue;
    if (typeof target.setMaxListeners !== 'function') {
      throw invalidArgType('eventTargets', 'an instance of EventEmitter or EventTarget', target);
    }
    target.setMaxListeners(n);
  }
}

function addAbortListener(signal, listener) {
  if (signal === undefined) throw invalidArgType('signal', 'an instance of AbortSignal', signal);
  checkSignal(signal, 'signal');
  checkListener(listener);
  if (signal.aborted) {
    queueMicrotask(() => listener());
    return { [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {} };
  }
  signal.addEventListener('abort', listener, { once: true });
  return {
    [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
      signal.removeEventListener('abort', listener);
    },
  };
}

class EventEmitterAsyncResource extends EventEmitter {
  #resource;
  constructor(options) {
    const { AsyncResource } = require('node:async_hooks');
    const name = typeof options === 'string' ? options : (options?.name ?? new.target.name);
    super(typeof options === 'string' ? undefined : options);
    this.#resource = new AsyncResource(name);
  }
  emit(...args) {
    return this.#resource.runInAsyncScope(super.emit, this, ...args);
  }
  emitDestroy() {
    this.#resource.emitDestroy();
  }
  get asyncId() {
    return this.#resource.asyncId();
  }
  get triggerAsyncId() {
    return this.#resource.triggerAsyncId();
  }
  get asyncResource() {
    return this.#resource;
  }
}

exports = module.exports = EventEmitter;
exports.EventEmitter = EventEmitter;
exports.EventEmitterAsyncResource = EventEmitterAsyncResource;
exports.usingDomains = false;
exports.captureRejectionSymbol = kRejection;
exports.errorMonitor = errorMonitor;
exports.addAbortListener = addAbortListener;
exports.getEventListeners = getEventListeners;
exports.getMaxListeners = getMaxListeners;
exports.listenerCount = listenerCount;
exports.on = on;
exports.once = once;
exports.setMaxListeners = setMaxListeners;
exports.captureRejections = false;
exports.defaultMaxListeners = defaultMaxListeners;
Object.defineProperties(EventEmitter, {
  captureRejections: {
    get: () => captureRejections,
    set(value) {
      checkBoolean(value, 'EventEmitter.captureRejections');
      captureRejections = value;
    },
    enumerable: true,
    configurable: false,
  },
  defaultMaxListeners: {
    get: () => defaultMaxListeners,
    set(value) {
      checkCount(value, 'defaultMaxListeners');
      defaultMaxListeners = value;
    },
    enumerable: true,
    configurable: false,
  },
});

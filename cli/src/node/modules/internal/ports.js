'use strict';
// The ports of Node: https://nodejs.org/api/worker_threads.html#class-messageport. They are those of the web, with the
// methods of an event emitter.

const { checkFunction } = require('node:internal/checks');
const host = require('node:internal/threads');
const { setImmediate } = require('node:timers');

const methods = MessagePort.prototype;
const { close, addEventListener, removeEventListener } = methods;

/// The ports that listen, and the workers that run: a worker that has one does not end.
const ports = new Set();
const workers = new Set();

/// The workers that keep nothing alive but what waits for messages.
const unreferenced = new Set();

function setActive(port, isActive) {
  const before = ports.size;
  if (isActive) ports.add(port);
  else ports.delete(port);
  if (Math.min(before, 1) === Math.min(ports.size, 1)) return;
  for (const worker of unreferenced) host.setReferenced(worker, isActive);
}

/// The ports that the program has closed.
const closed = new WeakSet();

/// For each port and each type, the listeners, and what listens to the events for them.
const emitters = new WeakMap();

function listenersOf(port, type) {
  let types = emitters.get(port);
  if (!types) emitters.set(port, (types = new Map()));
  let listeners = types.get(type);
  if (!listeners) types.set(type, (listeners = []));
  return listeners;
}

const forget = event => setActive(event.currentTarget, false);

/// The listeners of `message` events that were added as on the web, by port.
const webListeners = new WeakMap();

/// A port without listeners does not keep a worker alive.
function stopsListening(port) {
  if (listenersOf(port, 'message').length + (webListeners.get(port)?.size ?? 0) === 0 && !port.onmessage) {
    setActive(port, false);
  }
}

/// A port that listens is started.
function startsListening(port) {
  if (closed.has(port)) return;
  if (!ports.has(port)) {
    setActive(port, true);
    addEventListener.call(port, 'close', forget, { once: true });
  }
  port.start();
}

/// The argument of a listener: the value of a message, or nothing.
const argument = event => (event.type === 'close' ? [] : [event.data]);

function add(port, type, listener, once) {
  checkFunction(listener, 'listener');
  const listens = event => {
    if (once) methods.off.call(port, type, listener);
    Reflect.apply(listener, port, event instanceof Event ? argument(event) : [event]);
  };
  listenersOf(port, type).push({ listener, listens });
  addEventListener.call(port, type, listens);
  if (type === 'message') startsListening(port);
  return port;
}

function remove(port, type, entry) {
  const listeners = listenersOf(port, type);
  listeners.splice(listeners.indexOf(entry), 1);
  removeEventListener.call(port, type, entry.listens);
  if (type === 'message') stopsListening(port);
}

const added = {
  on(type, listener) {
    return add(this, type, listener, false);
  },
  once(type, listener) {
    return add(this, type, listener, true);
  },
  off(type, listener) {
    const entry = listenersOf(this, type).findLast(entry => entry.listener === listener);
    if (entry) remove(this, type, entry);
    return this;
  },
  removeAllListeners(type) {
    const types = type === undefined ? [...(emitters.get(this)?.keys() ?? [])] : [type];
    for (const type of types) for (const entry of [...listenersOf(this, type)]) remove(this, type, entry);
    return this;
  },
  emit(type, value) {
    const listeners = [...listenersOf(this, type)];
    for (const { listens } of listeners) listens(value);
    return listeners.length > 0;
  },
  eventNames() {
    return [...(emitters.get(this) ?? [])].filter(([, listeners]) => listeners.length > 0).map(([type]) => type);
  },
  listenerCount(type) {
    return listenersOf(this, type).length;
  },
  getMaxListeners() {
    return 10;
  },
  setMaxListeners() {},
  addEventListener(type, listener, options) {
    const isMessage = `${type}` === 'message' && listener !== null && listener !== undefined;
    Reflect.apply(addEventListener, this, [type, listener, options]);
    if (!isMessage || options?.signal?.aborted) return;
    let listeners = webListeners.get(this);
    if (!listeners) webListeners.set(this, (listeners = new Set()));
    listeners.add(listener);
    startsListening(this);
    const forget = () => {
      listeners.delete(listener);
      stopsListening(this);
    };
    if (options?.once) addEventListener.call(this, 'message', forget, { once: true });
    options?.signal?.addEventListener('abort', forget, { once: true });
  },
  removeEventListener(type, listener, options) {
    Reflect.apply(removeEventListener, this, [type, listener, options]);
    if (`${type}` !== 'message') return;
    webListeners.get(this)?.delete(listener);
    stopsListening(this);
  },
  close(callback) {
    if (callback !== undefined) this.once('close', callback);
    setActive(this, false);
    Reflect.apply(close, this, []);
    // On the web, only the other port hears of it.
    if (!closed.has(this)) setImmediate(() => this.dispatchEvent(new Event('close')));
    closed.add(this);
  },
  ref() {
    setActive(this, true);
  },
  unref() {
    setActive(this, false);
  },
  hasRef() {
    return ports.has(this);
  },
};
added.addListener = added.on;
added.removeListener = added.off;

for (const [name, value] of Object.entries(added)) {
  Object.defineProperty(methods, name, { value, writable: true, enumerable: false, configurable: true });
}

const onmessage = Object.getOwnPropertyDescriptor(methods, 'onmessage');
Object.defineProperty(methods, 'onmessage', {
  ...onmessage,
  set(value) {
    Reflect.apply(onmessage.set, this, [value]);
    if (typeof value === 'function') startsListening(this);
    else stopsListening(this);
  },
});

module.exports = {
  /// Whether something waits for messages, or for workers.
  isWaiting: () => ports.size + workers.size > 0,
  /// Sets whether a worker, with its number, keeps alive what has created it.
  setReferenced(worker, isReferenced) {
    if (isReferenced) {
      workers.add(worker);
      unreferenced.delete(worker);
    } else {
      workers.delete(worker);
      unreferenced.add(worker);
    }
    host.setReferenced(worker, isReferenced || ports.size > 0);
  },
  /// Forgets a worker that has ended.
  forgetWorker(worker) {
    workers.delete(worker);
    unreferenced.delete(worker);
  },
  receiveMessageOnPort(port) {
    if (!(port instanceof MessagePort)) {
      const { invalidArgType } = require('node:internal/errors');
      throw invalidArgType('port', 'of type MessagePort', port);
    }
    const received = host.receive(port);
    return received && { message: received[0] };
  },
};

'use strict';
// The ports of Node: https://nodejs.org/api/worker_threads.html#class-messageport. They are those of the web, with the
// methods of an event emitter.

const { checkFunction } = require('node:internal/checks');
const host = require('node:internal/threads');
const { setImmediate } = require('node:timers');

const methods = MessagePort.prototype;
const { close, addEventListener } = methods;

/// The ports that listen, and the workers that run: a worker that has one does not end.
const active = new Set();

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

const forget = event => active.delete(event.currentTarget);

/// A port that listens is started.
function listens(port) {
  if (!active.has(port)) {
    active.add(port);
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
  port.addEventListener(type, listens);
  return port;
}

function remove(port, type, entry) {
  const listeners = listenersOf(port, type);
  listeners.splice(listeners.indexOf(entry), 1);
  port.removeEventListener(type, entry.listens);
  if (type === 'message' && listeners.length === 0) active.delete(port);
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
    Reflect.apply(addEventListener, this, [type, listener, options]);
    if (`${type}` === 'message' && listener) listens(this);
  },
  close(callback) {
    if (callback !== undefined) this.once('close', callback);
    active.delete(this);
    Reflect.apply(close, this, []);
    // On the web, only the other port hears of it.
    if (!closed.has(this)) setImmediate(() => this.dispatchEvent(new Event('close')));
    closed.add(this);
  },
  ref() {
    active.add(this);
  },
  unref() {
    active.delete(this);
  },
  hasRef() {
    return active.has(this);
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
    if (typeof value === 'function') listens(this);
  },
});

module.exports = {
  active,
  receiveMessageOnPort(port) {
    if (!(port instanceof MessagePort)) {
      const { invalidArgType } = require('node:internal/errors');
      throw invalidArgType('port', 'of type MessagePort', port);
    }
    const received = host.receive(port);
    return received && { message: received[0] };
  },
};

'use strict';
// node:async_hooks: https://nodejs.org/api/async_context.html. The values travel with work, like those of AsyncContext.

const { checkFunction, checkString } = require('node:internal/checks');
const { error } = require('node:internal/errors');
const variables = require('node:internal/variables');

// Stands for a value that the program has not set: `undefined` may be a value, too.
const NOTHING = Symbol('nothing');

class AsyncLocalStorage {
  #key = variables.create();
  #default;
  #name;

  constructor({ defaultValue, name = '' } = {}) {
    this.#default = defaultValue;
    this.#name = `${name}`;
  }
  get name() {
    return this.#name;
  }
  run(store, callback, ...args) {
    return variables.run(this.#key, store === undefined ? NOTHING : store, () => Reflect.apply(callback, null, args));
  }
  exit(callback, ...args) {
    return variables.run(this.#key, NOTHING, () => Reflect.apply(callback, null, args));
  }
  enterWith(store) {
    variables.set(this.#key, store === undefined ? NOTHING : store);
  }
  getStore() {
    const store = variables.get(this.#key);
    if (store === undefined) return this.#default;
    return store === NOTHING ? undefined : store;
  }
  /// As in Node 24, only where it is called. Work that has started elsewhere keeps its value.
  disable() {
    variables.set(this.#key, undefined);
  }
  static bind(callback) {
    checkFunction(callback, 'fn');
    return variables.bind(callback);
  }
  static snapshot() {
    return variables.bind((callback, ...args) => callback(...args));
  }
}

let lastId = 1;

class AsyncResource {
  #id = ++lastId;
  #enter;
  constructor(type, options) {
    checkString(type, 'type');
    if (type === '') throw error('ERR_ASYNC_TYPE', `Invalid name for async "type": ${type}`);
    this.#enter = variables.bind((callback, receiver, args) => Reflect.apply(callback, receiver, args));
  }
  runInAsyncScope(callback, receiver, ...args) {
    return this.#enter(callback, receiver, args);
  }
  emitDestroy() {
    return this;
  }
  asyncId() {
    return this.#id;
  }
  triggerAsyncId() {
    return 0;
  }
  bind(callback, receiver) {
    checkFunction(callback, 'fn');
    const resource = this;
    const bound = function (...args) {
      return resource.runInAsyncScope(callback, receiver ?? this, ...args);
    };
    Object.defineProperty(bound, 'length', { value: callback.length, configurable: true });
    return bound;
  }
  static bind(callback, type, receiver) {
    return new AsyncResource(type || callback.name || 'bound-anonymous-fn').bind(callback, receiver);
  }
}

/// Hooks would be called for each piece of work of the loop, which observers of the command see instead.
function createHook() {
  const message = 'async_hooks.createHook is not available in posttask: use AsyncLocalStorage, or --trace';
  throw error('ERR_METHOD_NOT_IMPLEMENTED', message);
}

module.exports = {
  AsyncLocalStorage,
  AsyncResource,
  asyncWrapProviders: { __proto__: null },
  createHook,
  executionAsyncId: () => 1,
  executionAsyncResource: () => ({}),
  triggerAsyncId: () => 0,
};

'use strict';
// node:vm: https://nodejs.org/api/vm.html. A context is a realm whose global object finds in the program's object what
// it does not have itself, and writes new variables there.

const { missing } = require('node:internal/missing')('vm');
const { invalidArgType } = require('node:internal/errors');
const host = require('node:internal/contexts');

const advice = 'import() loads modules';

/** What the global object of a context has of its own: the language, and the console. */
const OF_LANGUAGE = new Set(
  (
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise ' +
    'RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError ' +
    'globalThis JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array ' +
    'Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set ' +
    'Iterator WeakMap WeakSet Proxy Reflect FinalizationRegistry WeakRef decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape unescape eval isFinite isNaN console SharedArrayBuffer Atomics __posttask'
  ).split(' '),
);

/** By the object of a program: its context. */
const contexts = new WeakMap();

class ScriptContext {
  #object;
  #realm = host.create();
  #global = host.globalOf(this.#realm);
  /** The properties of the global object that are not the program's. */
  #own;
  /** The accessors of the object's properties. */
  #links = new Set();
  /** The functions that scripts have declared, which cannot be replaced by accessors. */
  #functions = new Set();
  constructor(object) {
    this.#object = object;
    for (const key of Reflect.ownKeys(this.#global)) {
      if (!OF_LANGUAGE.has(key)) Reflect.deleteProperty(this.#global, key);
    }
    this.#own = new Set(Reflect.ownKeys(this.#global));
    const handler = {
      // What a script has deleted is gone from the object, too.
      has: (target, key) => {
        this.#forget(key);
        return Reflect.has(target, key);
      },
      get: (target, key) => {
        this.#forget(key);
        return Reflect.get(target, key);
      },
      set: (target, key, value) => {
        Reflect.set(target, key, value);
        if (Object.hasOwn(target, key) && !this.#links.has(key)) this.#link(key);
        return true;
      },
    };
    Object.setPrototypeOf(this.#global, new Proxy(object, handler));
  }
  run(code, filename) {
    this.#readObject(host.variables(code));
    try {
      return host.run(this.#realm, code, filename);
    } finally {
      this.#writeObject();
    }
  }
  /** Makes the global object show what the object has, also for the variables that a script declares. */
  #readObject(variables) {
    const object = this.#object;
    for (const key of this.#links) {
      if (!Object.hasOwn(object, key) && Reflect.deleteProperty(this.#global, key)) this.#links.delete(key);
    }
    for (const name of variables) if (!(name in object)) Reflect.set(object, name, this.#global[name]);
    for (const key of Reflect.ownKeys(object)) {
      if (this.#functions.has(key)) this.#global[key] = object[key];
      else if (!this.#links.has(key) && key !== 'globalThis') this.#link(key);
    }
  }
  /** Defines an accessor of the global object, so that a script's `var` is a property of the object. */
  #link(name) {
    const object = this.#object;
    const isDefined = Reflect.defineProperty(this.#global, name, {
      get: () => object[name],
      // As in sloppy code, nothing is thrown if it cannot be written.
      set: value => void Reflect.set(object, name, value),
      enumerable: Object.prototype.propertyIsEnumerable.call(object, name),
      configurable: true,
    });
    if (isDefined) this.#links.add(name);
  }
  /** Deletes a property of the object if a script has deleted its accessor. */
  #forget(key) {
    if (this.#links.has(key) && !Object.hasOwn(this.#global, key)) {
      this.#links.delete(key);
      Reflect.deleteProperty(this.#object, key);
    }
  }
  /** Makes the object have what a script has defined, and not what it has deleted. */
  #writeObject() {
    for (const key of this.#links) this.#forget(key);
    for (const key of Reflect.ownKeys(this.#global)) {
      const isLinked = this.#links.has(key);
      if (isLinked ? Object.getOwnPropertyDescriptor(this.#global, key).get : this.#own.has(key)) continue;
      Reflect.defineProperty(this.#object, key, Object.getOwnPropertyDescriptor(this.#global, key));
      this.#links.delete(key);
      if (Reflect.deleteProperty(this.#global, key)) this.#link(key);
      else this.#functions.add(key);
    }
  }
}

function createContext(object = {}, { codeGeneration } = {}) {
  if (codeGeneration) missing('createContext with codeGeneration', 'code can always be generated')();
  if (typeof object !== 'object' || object === null) throw invalidArgType('object', 'of type object', object);
  if (!contexts.has(object)) contexts.set(object, new ScriptContext(object));
  return object;
}

function isContext(object) {
  if (Object(object) !== object) throw invalidArgType('object', 'of type object', object);
  return contexts.has(object);
}

const nameOf = options => (typeof options === 'string' ? options : (options?.filename ?? 'evalmachine.<anonymous>'));

class Script {
  #code;
  #filename;
  constructor(code, options) {
    this.#code = `${code}`;
    this.#filename = `${nameOf(options)}`;
    host.check(this.#code, this.#filename);
  }
  runInThisContext() {
    return host.run(undefined, this.#code, this.#filename);
  }
  runInContext(object) {
    const context = contexts.get(object);
    if (!context) throw invalidArgType('contextifiedObject', 'an vm.Context', object);
    return context.run(this.#code, this.#filename);
  }
  runInNewContext(object, { contextCodeGeneration } = {}) {
    return this.runInContext(createContext(object, { codeGeneration: contextCodeGeneration }));
  }
  createCachedData() {
    return require('node:buffer').Buffer.alloc(0);
  }
}

function compileFunction(code, parameters = [], { parsingContext, filename, contextExtensions = [] } = {}) {
  if (contextExtensions.length > 0) {
    missing('compileFunction with contextExtensions', 'pass what they contain as arguments')();
  }
  // Throws if the code is not that of a function.
  Function(...parameters, code);
  const script = new Script(`(function (${parameters.join(', ')}) {${code}\n})`, filename);
  return parsingContext ? script.runInContext(parsingContext) : script.runInThisContext();
}

module.exports = {
  Module: missing('Module', advice),
  Script,
  SourceTextModule: missing('SourceTextModule', advice),
  SyntheticModule: missing('SyntheticModule', advice),
  compileFunction,
  constants: {},
  createContext,
  createScript: (code, options) => new Script(code, options),
  isContext,
  measureMemory: missing('measureMemory', 'the option --stats tells how much memory a program uses'),
  runInContext: (code, object, options) => new Script(code, options).runInContext(object),
  runInNewContext: (code, object, options) => new Script(code, options).runInNewContext(object, Object(options)),
  runInThisContext: (code, options) => new Script(code, options).runInThisContext(),
};

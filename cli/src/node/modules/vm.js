'use strict';
// node:vm: https://nodejs.org/api/vm.html. All code runs with the one global object.

const { missing } = require('node:internal/missing')('vm');
const { invalidArgType } = require('node:internal/errors');
const advice = 'a program has one global object';

const evaluate = globalThis.eval;
const contexts = new WeakSet();

function run(code) {
  if (typeof code !== 'string') throw invalidArgType('code', 'of type string', code);
  // An indirect call: the code is global.
  return evaluate(code);
}

class Script {
  #code;
  constructor(code) {
    this.#code = `${code}`;
  }
  runInThisContext() {
    return run(this.#code);
  }
  runInContext(object) {
    return runInContext(this.#code, object);
  }
  runInNewContext(object = {}) {
    return runInContext(this.#code, createContext(object));
  }
  createCachedData() {
    return require('node:buffer').Buffer.alloc(0);
  }
}

function createContext(object = {}) {
  contexts.add(object);
  return object;
}

const runInContext = missing('runInContext', advice);

function compileFunction(code, parameters = []) {
  return new Function(...parameters, code);
}

module.exports = {
  Module: missing('Module', advice),
  Script,
  SourceTextModule: missing('SourceTextModule', advice),
  SyntheticModule: missing('SyntheticModule', advice),
  compileFunction,
  constants: {},
  createContext,
  createScript: code => new Script(code),
  isContext: object => contexts.has(object),
  measureMemory: missing('measureMemory', advice),
  runInContext,
  runInNewContext: missing('runInNewContext', advice),
  runInThisContext: run,
};

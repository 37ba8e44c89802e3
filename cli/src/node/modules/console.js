'use strict';
// node:console: https://nodejs.org/api/console.html

const { formatWithOptions } = require('node:internal/format');
const { inspect } = require('node:internal/inspect');
const { invalidArgType } = require('node:internal/errors');

/// A console that writes to streams.
class Console {
  #stdout;
  #stderr;
  #groups = 0;
  #counts = new Map();
  #times = new Map();
  #options;
  #indentation;

  constructor(...args) {
    const options = typeof args[0]?.write === 'function' ? { stdout: args[0], stderr: args[1] } : args[0];
    if (typeof options?.stdout?.write !== 'function')
      throw invalidArgType('stdout', 'a writable stream', options?.stdout);
    this.#stdout = options.stdout;
    this.#stderr = options.stderr ?? options.stdout;
    this.#options = { ...options.inspectOptions, colors: options.colorMode === true };
    this.#indentation = options.groupIndentation ?? 2;
    // Methods work without their object.
    for (const name of Object.getOwnPropertyNames(Console.prototype)) {
      if (name !== 'constructor') this[name] = this[name].bind(this);
    }
  }

  #write(stream, text) {
    const margin = ' '.repeat(this.#groups * this.#indentation);
    stream.write(`${margin}${text.replaceAll('\n', `\n${margin}`)}\n`);
  }
  log(...values) {
    this.#write(this.#stdout, formatWithOptions(this.#options, ...values));
  }
  info(...values) {
    this.log(...values);
  }
  debug(...values) {
    this.log(...values);
  }
  warn(...values) {
    this.#write(this.#stderr, formatWithOptions(this.#options, ...values));
  }
  error(...values) {
    this.warn(...values);
  }
  trace(...values) {
    const trace = { name: 'Trace', message: formatWithOptions(this.#options, ...values) };
    Error.captureStackTrace(trace, this.trace);
    this.error(trace.stack);
  }
  assert(condition, ...values) {
    if (condition) return;
    if (typeof values[0] === 'string') values[0] = `Assertion failed: ${values[0]}`;
    else values.unshift('Assertion failed');
    this.warn(...values);
  }
  dir(value, options) {
    this.#write(this.#stdout, inspect(value, { customInspect: false, ...this.#options, ...options }));
  }
  dirxml(...values) {
    this.log(...values);
  }
  table(value) {
    this.log(value);
  }
  group(...values) {
    if (values.length > 0) this.log(...values);
    this.#groups++;
  }
  groupCollapsed(...values) {
    this.group(...values);
  }
  groupEnd() {
    this.#groups = Math.max(0, this.#groups - 1);
  }
  count(label = 'default') {
    const count = (this.#counts.get(`${label}`) ?? 0) + 1;
    this.#counts.set(`${label}`, count);
    this.log(`${label}: ${count}`);
  }
  countReset(label = 'default') {
    this.#counts.delete(`${label}`);
  }
  time(label = 'default') {
    this.#times.set(`${label}`, performance.now());
  }
  timeLog(label = 'default', ...values) {
    this.log(`${label}: ${(performance.now() - this.#times.get(`${label}`)).toFixed(3)}ms`, ...values);
  }
  timeEnd(label = 'default') {
    this.timeLog(label);
    this.#times.delete(`${label}`);
  }
}

const { console } = globalThis;
exports = module.exports = console;
// The names that a module can import.
exports.assert = console.assert;
exports.clear = console.clear;
exports.count = console.count;
exports.countReset = console.countReset;
exports.debug = console.debug;
exports.dir = console.dir;
exports.dirxml = console.dirxml;
exports.error = console.error;
exports.group = console.group;
exports.groupCollapsed = console.groupCollapsed;
exports.groupEnd = console.groupEnd;
exports.info = console.info;
exports.log = console.log;
exports.table = console.table;
exports.time = console.time;
exports.timeEnd = console.timeEnd;
exports.timeLog = console.timeLog;
exports.timeStamp = console.timeStamp;
exports.trace = console.trace;
exports.warn = console.warn;
exports.Console = Console;

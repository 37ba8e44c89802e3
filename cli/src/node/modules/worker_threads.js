'use strict';
// node:worker_threads: https://nodejs.org/api/worker_threads.html. Its workers are those of the web: they take turns
// with the program, so the orders of what they do can be explored.

const EventEmitter = require('node:events');
const path = require('node:path');
const process = require('node:process');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { checkObject, checkString } = require('node:internal/checks');
const { error, invalidArgType, invalidArgValue, typeError } = require('node:internal/errors');
const { active, receiveMessageOnPort } = require('node:internal/ports');
const host = require('node:internal/threads');
const { missing } = require('node:internal/missing')('worker_threads');

const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
const given = host.given();
const environmentData = new Map(given?.environmentData);
const utilization = () => ({ idle: 0, active: 0, utilization: 0 });

/// The text of a CommonJS module that is a string, as that of a module of a worker.
function evaluated(code) {
  const place = JSON.stringify(path.join(process.cwd(), '[worker eval]'));
  const names = "'exports', 'require', 'module', '__filename', '__dirname'";
  return `import { createRequire } from 'node:module';
const module = { exports: {} };
Function(${names}, ${JSON.stringify(code)})
  .call(module.exports, module.exports, createRequire(${place}), module, '[worker eval]', '.');`;
}

/// Returns the URL of the script of a worker, and its path if it has one.
function script(filename, options) {
  if (options.eval) {
    if (typeof filename !== 'string') {
      throw invalidArgValue('options.eval', options.eval, 'must be false when "filename" is not a string');
    }
    return [`data:text/javascript,${encodeURIComponent(evaluated(filename))}`, undefined, '[worker eval]'];
  }
  if (filename instanceof URL) {
    if (filename.protocol === 'data:') return [filename.href];
    const file = fileURLToPath(filename);
    return [filename.href, file];
  }
  if (typeof filename !== 'string') throw invalidArgType('filename', 'of type string or an instance of URL', filename);
  if (!path.isAbsolute(filename) && !/^\.\.?[\\/]/.test(filename)) {
    const [scheme] = /^(?:file:\/\/|data:(?=text\/javascript))/.exec(filename) ?? [];
    const advice = scheme ? ` Wrap ${scheme} URLs with \`new URL\`.` : '';
    throw typeError(
      'ERR_WORKER_PATH',
      "The worker script or module filename must be an absolute path or a relative path starting with './' or '../'." +
        `${advice} Received "${filename}"`,
    );
  }
  const file = path.resolve(filename);
  return [pathToFileURL(file).href, file];
}

/// The environment of a worker.
function environment(env) {
  if (env === undefined || env === null || env === SHARE_ENV) return { ...process.env };
  if (typeof env !== 'object') {
    throw invalidArgType('options.env', 'of type object or one of undefined, null, or worker_threads.SHARE_ENV', env);
  }
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, `${value}`]));
}

function checkOptions(options) {
  checkObject(options, 'options');
  for (const name of ['stdin', 'stdout', 'stderr']) {
    if (options[name]) {
      throw invalidArgValue(`options.${name}`, options[name], 'is not available in posttask: workers use the console');
    }
  }
  if (options.argv !== undefined && !Array.isArray(options.argv)) {
    throw invalidArgType('options.argv', 'an instance of Array', options.argv);
  }
  if (options.name !== undefined) checkString(options.name, 'options.name');
}

/// The error that a worker sent, or that of a file that does not exist.
function received({ value, name, properties }, file) {
  if (file !== undefined && !require('node:fs').existsSync(file)) {
    return error('MODULE_NOT_FOUND', `Cannot find module '${file}'`);
  }
  if (name !== undefined && value.name !== name) {
    Object.defineProperty(value, 'name', { value: name, writable: true, configurable: true });
  }
  return properties ? Object.assign(value, properties) : value;
}

class Worker extends EventEmitter {
  #web;
  #port;
  #threadId;
  #isOnline = false;
  #hasEnded = false;
  #ends = Promise.withResolvers();

  constructor(filename, options = {}) {
    super();
    checkOptions(options);
    const [url, file, shown = file] = script(filename, options);
    const { port1, port2 } = new MessageChannel();
    const data = {
      argv: (options.argv ?? []).map(String),
      env: environment(options.env),
      environmentData,
      file: shown,
      port: port2,
      workerData: options.workerData,
    };
    const transferred = [port2, ...(options.transferList ?? [])];
    [this.#web, this.#threadId] = host.newWorker(url, options.name ?? '', data, transferred);
    this.#port = port1;
    active.add(this);
    port1.addEventListener('message', ({ data }) => {
      this.#online();
      this.emit('message', data);
    });
    port1.addEventListener('messageerror', ({ data }) => this.emit('messageerror', data));
    this.#web.onmessage = ({ data }) => this.#hear(data, file);
    process.nextTick(() => process.emit('worker', this));
  }

  #hear(told, file) {
    if (told.online) this.#online();
    else if (told.error) this.#report(received(told.error, file));
    else this.#end(told.exit);
  }

  #online() {
    if (this.#isOnline || this.#hasEnded) return;
    this.#isOnline = true;
    this.emit('online');
  }

  /// What the worker has sent comes first.
  #drain() {
    let next;
    while ((next = host.receive(this.#port)) !== undefined) this.emit('message', next[0]);
  }

  #report(reason) {
    this.#drain();
    this.emit('error', reason);
  }

  #end(code) {
    if (this.#hasEnded) return;
    this.#online();
    this.#drain();
    this.#hasEnded = true;
    this.#threadId = -1;
    active.delete(this);
    this.#port.close();
    this.#ends.resolve(code);
    this.emit('exit', code);
  }

  get threadId() {
    return this.#threadId;
  }

  get resourceLimits() {
    return {};
  }

  get performance() {
    return { eventLoopUtilization: utilization };
  }

  get stdin() {
    return null;
  }

  get stdout() {
    return null;
  }

  get stderr() {
    return null;
  }

  postMessage(...args) {
    if (!this.#hasEnded) this.#port.postMessage(...args);
  }

  terminate() {
    if (!this.#hasEnded) {
      this.#web.terminate();
      setImmediate(() => this.#end(1));
      return this.#ends.promise;
    }
    return Promise.resolve();
  }

  ref() {
    if (!this.#hasEnded) active.add(this);
  }

  unref() {
    active.delete(this);
  }

  async [Symbol.asyncDispose]() {
    await this.terminate();
  }
}
Worker.prototype.getHeapSnapshot = missing('getHeapSnapshot', 'there are no snapshots of the heap');

module.exports = {
  BroadcastChannel: globalThis.BroadcastChannel,
  MessageChannel: globalThis.MessageChannel,
  MessagePort: globalThis.MessagePort,
  SHARE_ENV,
  Worker,
  getEnvironmentData: key => environmentData.get(key),
  isInternalThread: false,
  isMainThread: !host.isWorker(),
  isMarkedAsUntransferable: () => false,
  markAsUncloneable() {},
  markAsUntransferable() {},
  moveMessagePortToContext: missing('moveMessagePortToContext', 'ports belong to the realm that has received them'),
  parentPort: given?.port ?? null,
  postMessageToThread: missing('postMessageToThread', 'post the message to a port'),
  receiveMessageOnPort,
  resourceLimits: {},
  setEnvironmentData(key, value) {
    if (value === undefined) environmentData.delete(key);
    else environmentData.set(key, value);
  },
  threadId: host.threadId(),
  threadName: '',
  workerData: given ? given.workerData : null,
};

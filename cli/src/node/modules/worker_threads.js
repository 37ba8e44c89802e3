'use strict';
// node:worker_threads: https://nodejs.org/api/worker_threads.html. Its workers are those of the web: they take turns
// with the program, so the orders of what they do can be explored.

const EventEmitter = require('node:events');
const path = require('node:path');
const process = require('node:process');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { checkObject, checkString } = require('node:internal/checks');
const { error, invalidArgType, invalidArgValue, typeError } = require('node:internal/errors');
const { forgetWorker, receiveMessageOnPort, setReferenced } = require('node:internal/ports');
const host = require('node:internal/threads');
const { missing } = require('node:internal/missing')('worker_threads');

const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
const given = host.given();
const environmentData = new Map(given?.environmentData);

/// The text of a module that runs a script, as `node --eval` does.
function evaluated(code) {
  const place = JSON.stringify(path.join(process.cwd(), '[worker eval]'));
  return `import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
const module = { exports: {}, filename: ${place}, id: '[worker eval]', paths: [], children: [], loaded: false };
const globals = { require: createRequire(${place}), module, exports: module.exports };
Object.assign(globalThis, globals, { __filename: '[worker eval]', __dirname: '.' });
runInThisContext(${JSON.stringify(code)}, { filename: '[worker eval]' });`;
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
function received(sent, file) {
  if (file !== undefined && !require('node:fs').existsSync(file)) {
    return error('MODULE_NOT_FOUND', `Cannot find module '${file}'`);
  }
  if (!('type' in sent)) return sent.value;
  const made = new globalThis[sent.type](sent.message);
  const define = (key, value, enumerable) =>
    Object.defineProperty(made, key, { value, enumerable, writable: true, configurable: true });
  if (made.name !== sent.name) define('name', sent.name, false);
  define('stack', sent.stack, false);
  for (const [key, value, enumerable] of sent.properties) define(key, value, enumerable);
  return made;
}

/// A stream that has ended. The streams of Node are in a package that the program need not have.
const nothing = () =>
  Object.assign(new EventEmitter(), {
    readable: false,
    readableEnded: true,
    pipe: destination => destination,
    read: () => null,
    setEncoding() {
      return this;
    },
  });

class Worker extends EventEmitter {
  #web;
  #port;
  #threadId;
  #isOnline = false;
  #stdout;
  #stderr;
  #name;
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
      name: options.name ?? 'WorkerThread',
      port: port2,
      workerData: options.workerData,
    };
    const transferred = [port2, ...(Array.isArray(options.transferList) ? options.transferList : [])];
    this.#name = options.name ?? 'WorkerThread';
    const shownName = options.name ?? (options.eval ? shown : '');
    [this.#web, this.#threadId] = host.newWorker(url, shownName, data, transferred);
    this.#port = port1;
    setReferenced(this.#threadId, true);
    port1.addEventListener('message', ({ data }) => {
      this.#online();
      this.emit('message', data);
    });
    port1.addEventListener('messageerror', ({ data }) => this.emit('messageerror', data));
    // Only the worker itself keeps what has created it alive.
    port1.unref();
    this.#web.onmessage = ({ data }) => this.#hear(data, file);
    process.nextTick(() => process.emit('worker', this));
  }

  #hear(told, file) {
    if (told.online) this.#online();
    else if (told.error) this.#report(received(told.error, file));
    else {
      this.#online();
      this.#end(told.exit);
    }
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
    this.#drain();
    this.#hasEnded = true;
    const number = this.#threadId;
    this.#threadId = -1;
    forgetWorker(number);
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
    return { eventLoopUtilization: require('node:perf_hooks').eventLoopUtilization };
  }

  get stdin() {
    return null;
  }

  /// What a worker prints appears where the program prints.
  get stdout() {
    return (this.#stdout ??= nothing());
  }

  get stderr() {
    return (this.#stderr ??= nothing());
  }

  postMessage(...args) {
    if (!this.#hasEnded) this.#port.postMessage(...args);
  }

  terminate() {
    if (!this.#hasEnded) {
      this.#web.terminate();
      setImmediate(() => this.#end(this.#isOnline ? 1 : 0));
      return this.#ends.promise;
    }
    return Promise.resolve();
  }

  get threadName() {
    return this.#hasEnded ? null : this.#name;
  }

  ref() {
    if (!this.#hasEnded) setReferenced(this.#threadId, true);
  }

  unref() {
    if (!this.#hasEnded) setReferenced(this.#threadId, false);
  }

  async [Symbol.asyncDispose]() {
    await this.terminate();
  }
}
Worker.prototype.getHeapSnapshot = missing('getHeapSnapshot', 'there are no snapshots of the heap');

for (const name of ['ref', 'unref']) {
  const value = { [name]() {} }[name];
  Object.defineProperty(BroadcastChannel.prototype, name, { value, writable: true, configurable: true });
}

module.exports = {
  BroadcastChannel: globalThis.BroadcastChannel,
  MessageChannel: globalThis.MessageChannel,
  MessagePort: globalThis.MessagePort,
  SHARE_ENV,
  Worker,
  locks: navigator.locks,
  getEnvironmentData: key => environmentData.get(key),
  isInternalThread: false,
  isMainThread: !host.isWorker(),
  isMarkedAsUntransferable: () => false,
  // Packages mark all their objects. A marked object that is cloned or transferred is an error of the program in Node.
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
  threadName: given?.name ?? '',
  workerData: given ? given.workerData : null,
};

'use strict';
// node:process: https://nodejs.org/api/process.html

const EventEmitter = require('node:events');
const host = require('node:internal/host');
const { checkArray, checkInteger, checkNumber, checkObject, checkString } = require('node:internal/checks');
const { error, invalidArgType, outOfRange, typeError } = require('node:internal/errors');
const { stderr, stdin, stdout } = require('node:internal/stdio');
const { nextTick } = require('node:internal/ticks');

const [platform, arch, execPath, pid] = host.system();
const now = performance.now.bind(performance);

function Process() {}
Object.defineProperty(Process, 'name', { value: 'process' });
Process.prototype = Object.create(EventEmitter.prototype, {
  constructor: { value: Process, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: 'process', configurable: true },
});
const process = Object.create(Object.create(Process.prototype));
EventEmitter.call(process);

// The version of Node whose documents the modules follow.
const version = 'v20.19.0';

/// The environment: all values are strings.
const env = new Proxy(host.env(), {
  set(target, name, value) {
    if (typeof name === 'symbol' || typeof value === 'symbol')
      throw new TypeError('Cannot convert a Symbol value to a string');
    target[name] = `${value}`;
    return true;
  },
  defineProperty(target, name, descriptor) {
    if (!('value' in descriptor)) {
      throw typeError(
        'ERR_INVALID_OBJECT_DEFINE_PROPERTY',
        "'process.env' does not accept an accessor(getter/setter) descriptor",
      );
    }
    return Reflect.defineProperty(target, name, {
      value: `${descriptor.value}`,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  },
});

function hrtime(previous) {
  const nanoseconds = Math.round(now() * 1e6);
  let seconds = Math.floor(nanoseconds / 1e9);
  let rest = nanoseconds % 1e9;
  if (previous !== undefined) {
    checkArray(previous, 'time');
    if (previous.length !== 2) throw outOfRange('time', 2, previous.length);
    seconds -= previous[0];
    rest -= previous[1];
    if (rest < 0) {
      seconds -= 1;
      rest += 1e9;
    }
  }
  return [seconds, rest];
}
hrtime.bigint = () => BigInt(Math.round(now() * 1e6));

let exitCode;
let isExiting = false;

/// The times since a value that it returned before. What the system does for the program is not known.
function cpuUsage(previous) {
  const user = Math.round(now() * 1000);
  if (!previous) return { user, system: 0 };
  checkObject(previous, 'prevValue');
  checkNumber(previous.user, 'prevValue.user');
  checkNumber(previous.system, 'prevValue.system');
  return { user: user - previous.user, system: -previous.system };
}

function validCode(code) {
  if (code === undefined || code === null) return undefined;
  const number = typeof code === 'string' && code !== '' ? Number(code) : code;
  if (Number.isInteger(number)) return number;
  return checkInteger(code, 'code');
}

function exit(code) {
  const given = validCode(code);
  if (given !== undefined) exitCode = given;
  if (!isExiting) {
    isExiting = true;
    process.emit('exit', exitCode ?? 0);
  }
  host.exit(exitCode ?? 0);
}

host.atEnd((stage, code) => {
  if (stage === 'beforeExit') {
    process.emit('beforeExit', exitCode ?? code);
  } else if (!isExiting) {
    isExiting = true;
    if (code !== 0) exitCode = code;
    process.emit('exit', exitCode ?? 0);
  }
  return exitCode;
});

/// Makes a warning, and emits it after the code that is running.
/// Returns the options of a warning, which are an object, or one after the other.
function warningOptions(type, code, constructor) {
  if (typeof type === 'function') return { type: 'Warning', constructor: type };
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    const detail = typeof type.detail === 'string' ? type.detail : undefined;
    return { ...warningOptions(type.type || 'Warning', type.code, type.ctor), detail };
  }
  return typeof code === 'function' ? { type, constructor: code } : { type, code, constructor };
}

function emitWarning(warning, ...others) {
  const { type, code, constructor, detail } = warningOptions(...others);
  if (type !== undefined) checkString(type, 'type');
  if (code !== undefined) checkString(code, 'code');
  const made = typeof warning === 'string' ? new Error(warning) : warning;
  if (!(made instanceof Error)) throw invalidArgType('warning', 'of type string or an instance of Error', warning);
  if (typeof warning === 'string') {
    made.name = type || 'Warning';
    if (code !== undefined) made.code = code;
    if (detail !== undefined) made.detail = detail;
    Error.captureStackTrace?.(made, constructor ?? emitWarning);
  }
  if (made.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) throw made;
  }
  nextTick(() => process.emit('warning', made));
}

process.on('warning', warning => {
  if (env.NODE_NO_WARNINGS === '1' || (warning.name === 'DeprecationWarning' && process.noDeprecation)) return;
  const code = warning.code ? `[${warning.code}] ` : '';
  const text =
    warning.toString === Error.prototype.toString || !warning.toString
      ? `${warning.name}: ${warning.message}`
      : `${warning}`;
  const shown = process.traceDeprecation && warning.stack ? warning.stack : text;
  stderr.write(`(posttask:${pid}) ${code}${shown}\n${warning.detail ? `${warning.detail}\n` : ''}`);
});

// What the web reports as events of the global object. A listener handles the error: it is not reported again.
const GLOBAL_EVENTS = {
  __proto__: null,
  uncaughtException: ['error', event => process.emit('uncaughtException', event.error, 'uncaughtException')],
  unhandledRejection: ['unhandledrejection', event => process.emit('unhandledRejection', event.reason, event.promise)],
  rejectionHandled: ['rejectionhandled', event => process.emit('rejectionHandled', event.promise)],
};
const listening = { __proto__: null };

/// In tests, the runner listens, too. So an error makes the test fail, unless the program removes this listener.
function listenerOfTheRunner() {}

/// Keeps an error from being reported.
function handle(event, type) {
  if (!process.listeners(type).includes(listenerOfTheRunner)) event.preventDefault();
}

function listenToTheGlobal(type) {
  if (!(type in GLOBAL_EVENTS) || listening[type]) return;
  const [name, report] = GLOBAL_EVENTS[type];
  listening[type] = event => {
    handle(event, type);
    report(event);
  };
  // A document asks whether the program itself listens to errors.
  listening[type][Symbol.for('posttask.process')] = true;
  globalThis.addEventListener(name, listening[type]);
  if (type === 'uncaughtException') listenToRejections();
}

/// Without a listener of its own, an unhandled rejection is an uncaught exception.
function listenToRejections() {
  listening.fallback = event => {
    if (process.listenerCount('unhandledRejection') > 0) return;
    handle(event, 'uncaughtException');
    process.emit('uncaughtException', event.reason, 'unhandledRejection');
  };
  globalThis.addEventListener('unhandledrejection', listening.fallback);
}

function stopListening(type) {
  if (!listening[type] || process.listenerCount(type) > 0) return;
  globalThis.removeEventListener(GLOBAL_EVENTS[type][0], listening[type]);
  delete listening[type];
  if (type === 'uncaughtException') globalThis.removeEventListener('unhandledrejection', listening.fallback);
}

process.on('newListener', listenToTheGlobal);
process.on('removeListener', stopListening);
if (host.errorsMustBeReported()) {
  for (const type of ['uncaughtException', 'unhandledRejection']) process.on(type, listenerOfTheRunner);
}

/// Refuses what the process cannot do here.
function missing(name, advice) {
  return Object.defineProperty(
    () => {
      throw error('ERR_METHOD_NOT_IMPLEMENTED', `process.${name} is not available in posttask: ${advice}`);
    },
    'name',
    { value: name },
  );
}

/** The numbers that the system says about the process under a name. */
function status(name) {
  const line = host
    .status()
    ?.split('\n')
    .find(line => line.startsWith(`${name}:`));
  if (!line) throw new Error(`process: posttask only knows ${name} on Linux`);
  return (line.match(/\d+/g) ?? []).map(Number);
}

const bytes = name => status(name)[0] * 1024;

/** The engine does not say how much its heap has: that is the memory that belongs to no file. */
function memoryUsage() {
  const heap = bytes('RssAnon');
  return { rss: bytes('VmRSS'), heapTotal: heap, heapUsed: heap, external: 0, arrayBuffers: 0 };
}
memoryUsage.rss = () => bytes('VmRSS');

function getBuiltinModule(id) {
  checkString(id, 'id');
  return require('node:module').isBuiltin(id) ? require(id) : undefined;
}

const data = {
  title: 'posttask',
  version,
  versions: { node: version.slice(1), posttask: '0.1.0', boa: '0.22.0' },
  arch,
  platform,
  release: { name: 'node', lts: 'Iron' },
  argv: [execPath, ...host.arguments()],
  argv0: 'posttask',
  execArgv: [],
  execPath,
  env,
  pid,
  ppid: 0,
  debugPort: 9229,
  features: { inspector: false, debug: false, uv: false, ipv6: true, tls: false, typescript: 'transform' },
  config: { target_defaults: {}, variables: {} },
  allowedNodeEnvironmentFlags: new Set(),
  noDeprecation: false,
  throwDeprecation: false,
  traceDeprecation: false,
  stdout,
  stderr,
  stdin,
  abort: missing('abort', 'use process.exit'),
  binding: missing('binding', 'it is internal to Node'),
  chdir: missing('chdir', 'the working directory cannot change'),
  constrainedMemory: () => 0,
  availableMemory: () => 0,
  cpuUsage,
  cwd: () => host.cwd(),
  dlopen: missing('dlopen', 'there are no native modules'),
  emitWarning,
  exit,
  getuid: () => status('Uid')[0],
  geteuid: () => status('Uid')[1],
  getgid: () => status('Gid')[0],
  getegid: () => status('Gid')[1],
  getgroups: () => status('Groups'),
  getActiveResourcesInfo: () => [],
  getBuiltinModule,
  hasUncaughtExceptionCaptureCallback: () => false,
  hrtime,
  kill: missing('kill', 'it cannot send signals'),
  loadEnvFile: missing('loadEnvFile', 'set the variables before the program starts'),
  memoryUsage,
  nextTick,
  reallyExit: exit,
  resourceUsage: missing('resourceUsage', 'memoryUsage() says how much memory is used'),
  setUncaughtExceptionCaptureCallback: missing(
    'setUncaughtExceptionCaptureCallback',
    "use process.on('uncaughtException')",
  ),
  umask: () => 0o22,
  uptime: () => now() / 1000,
};
for (const [name, value] of Object.entries(data)) {
  Object.defineProperty(process, name, { value, writable: true, enumerable: true, configurable: true });
}
Object.defineProperty(process, 'exitCode', {
  get: () => exitCode,
  set(code) {
    exitCode = validCode(code);
  },
  enumerable: true,
  configurable: false,
});
Object.defineProperty(process, '_exiting', { get: () => isExiting, set() {}, enumerable: false, configurable: true });

exports = module.exports = process;
exports.abort = process.abort;
exports.addListener = process.addListener;
exports.arch = process.arch;
exports.argv = process.argv;
exports.argv0 = process.argv0;
exports.chdir = process.chdir;
exports.config = process.config;
exports.cpuUsage = process.cpuUsage;
exports.cwd = process.cwd;
exports.emit = process.emit;
exports.emitWarning = process.emitWarning;
exports.env = process.env;
exports.execArgv = process.execArgv;
exports.execPath = process.execPath;
exports.exit = process.exit;
exports.exitCode = process.exitCode;
exports.features = process.features;
exports.getBuiltinModule = process.getBuiltinModule;
exports.getegid = process.getegid;
exports.geteuid = process.geteuid;
exports.getgid = process.getgid;
exports.getgroups = process.getgroups;
exports.getuid = process.getuid;
exports.hrtime = process.hrtime;
exports.kill = process.kill;
exports.listenerCount = process.listenerCount;
exports.listeners = process.listeners;
exports.memoryUsage = process.memoryUsage;
exports.nextTick = process.nextTick;
exports.off = process.off;
exports.on = process.on;
exports.once = process.once;
exports.pid = process.pid;
exports.platform = process.platform;
exports.ppid = process.ppid;
exports.release = process.release;
exports.removeAllListeners = process.removeAllListeners;
exports.removeListener = process.removeListener;
exports.resourceUsage = process.resourceUsage;
exports.stderr = process.stderr;
exports.stdin = process.stdin;
exports.stdout = process.stdout;
exports.title = process.title;
exports.umask = process.umask;
exports.uptime = process.uptime;
exports.version = process.version;
exports.versions = process.versions;

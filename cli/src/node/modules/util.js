'use strict';
// node:util: https://nodejs.org/api/util.html

const { checkBoolean, checkFunction, checkNumber, checkObject, checkString } = require('node:internal/checks');
const { error, invalidArgType, invalidArgValue, outOfRange, typeError } = require('node:internal/errors');
const { format, formatWithOptions } = require('node:internal/format');
const { inspect } = require('node:internal/inspect');
const { isDeepStrictEqual } = require('node:internal/values');
const { parseArgs } = require('node:internal/parse_args');
const types = require('node:util/types');

const promisifyCustom = Symbol.for('nodejs.util.promisify.custom');

function promisify(original) {
  checkFunction(original, 'original');
  if (original[promisifyCustom]) {
    const made = original[promisifyCustom];
    checkFunction(made, 'util.promisify.custom');
    return Object.defineProperty(made, promisifyCustom, { value: made, enumerable: false, configurable: true });
  }
  const known = promisifiedGlobal(original);
  if (known) return known;
  function promisified(...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (failure, value) => (failure ? reject(failure) : resolve(value))]);
    });
  }
  Object.setPrototypeOf(promisified, Object.getPrototypeOf(original));
  Object.defineProperty(promisified, promisifyCustom, { value: promisified, enumerable: false, configurable: true });
  return Object.defineProperties(promisified, Object.getOwnPropertyDescriptors(original));
}
promisify.custom = promisifyCustom;

/// The functions of timers have promise versions.
function promisifiedGlobal(original) {
  if (original === globalThis.setTimeout) return require('node:timers/promises').setTimeout;
  return undefined;
}

function callbackify(original) {
  checkFunction(original, 'original');
  function callbackified(...args) {
    const callback = args.pop();
    checkFunction(callback, 'last argument');
    const later = (...values) => queueMicrotask(() => Reflect.apply(callback, this, values));
    Reflect.apply(original, this, args).then(
      value => later(null, value),
      reason => later(reason || falsyRejection(reason)),
    );
  }
  const properties = Object.getOwnPropertyDescriptors(original);
  if (typeof properties.length?.value === 'number') properties.length.value++;
  if (typeof properties.name?.value === 'string') properties.name.value += 'Callbackified';
  return Object.defineProperties(callbackified, properties);
}

function falsyRejection(reason) {
  const made = error('ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value');
  made.reason = reason;
  return made;
}

const warned = new Set();

function deprecate(original, message, code) {
  if (code !== undefined) checkString(code, 'code');
  let isWarned = false;
  function deprecated(...args) {
    if (!isWarned) {
      isWarned = true;
      if (code === undefined || !warned.has(code)) {
        if (code !== undefined) warned.add(code);
        require('node:process').emitWarning(message, 'DeprecationWarning', code, deprecated);
      }
    }
    return new.target ? Reflect.construct(original, args, new.target) : Reflect.apply(original, this, args);
  }
  Object.setPrototypeOf(deprecated, original);
  if (original.prototype) deprecated.prototype = original.prototype;
  const { length } = Object.getOwnPropertyDescriptors(original);
  return length ? Object.defineProperty(deprecated, 'length', length) : deprecated;
}

function inherits(constructor, parent) {
  if (constructor === undefined || constructor === null) throw invalidArgType('ctor', 'of type function', constructor);
  if (parent === undefined || parent === null) throw invalidArgType('superCtor', 'of type function', parent);
  if (parent.prototype === undefined) {
    throw invalidArgType('superCtor.prototype', 'of type object', parent.prototype);
  }
  Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
}

function debuglog(section, callback) {
  const isSelected = () => {
    const sections = (require('node:process').env.NODE_DEBUG ?? '').split(',').filter(Boolean);
    return sections.some(name => {
      const pattern = name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
      return new RegExp(`^${pattern}$`, 'i').test(section);
    });
  };
  const log = (...args) => {
    if (!log.enabled) return;
    const { pid, stderr } = require('node:process');
    stderr.write(`${section.toUpperCase()} ${pid}: ${format(...args)}\n`);
  };
  let enabled;
  Object.defineProperty(log, 'enabled', {
    get: () => (enabled ??= isSelected()),
    configurable: true,
    enumerable: true,
  });
  // Node calls it when the section is first used.
  if (typeof callback === 'function') callback(log);
  return log;
}

// The escape sequences of ECMA-48 that terminals use: OSC up to its end, and CSI with parameters.
const OSC = /\][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)/.source;
const CSI = /[[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/.source;
const ESCAPES = new RegExp(`[\\u001B\\u009B](?:${OSC}|${CSI})`, 'g');

function stripVTControlCharacters(text) {
  checkString(text, 'str');
  return text.replace(ESCAPES, '');
}

function styleText(format, text, options = {}) {
  checkString(text, 'text');
  checkObject(options, 'options');
  const validateStream = options.validateStream ?? true;
  if (validateStream) checkBoolean(validateStream, 'options.validateStream');
  const styles = (Array.isArray(format) ? format : [format]).filter(name => name !== 'none').map(codesOf);
  if (validateStream && !hasColors(options.stream ?? require('node:process').stdout)) return text;
  const before = styles.map(({ open }) => open).join('');
  const behind = styles
    .map(({ close }) => close)
    .toReversed()
    .join('');
  return before + styles.reduce(resumed, text) + behind;
}

/// Returns the escape sequences of a style, and whether it may be on its own inside another.
function codesOf(name) {
  if (typeof name === 'string' && /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(name)) {
    const digits = name.length === 4 ? name.replace(/[\da-f]/gi, '$&$&') : name;
    const channels = digits.match(/[\da-f]{2}/gi).map(pair => Number.parseInt(pair, 16));
    return { open: `\u001b[38;2;${channels.join(';')}m`, close: '\u001b[39m' };
  }
  const codes = typeof name === 'string' ? inspect.colors[name] : undefined;
  if (codes === undefined) {
    const names = Object.getOwnPropertyNames(inspect.colors).map(key => `'${key}'`);
    throw invalidArgValue('format', name, `must be one of: ${names.join(', ')}`);
  }
  return { open: `\u001b[${codes[0]}m`, close: `\u001b[${codes[1]}m`, isShared: codes[1] === 22 };
}

/// Where a style of the same kind ends inside the text, this one goes on. Bold and dim text end alike, so both go on.
function resumed(text, { open, close, isShared }) {
  const next = isShared ? close + open : open;
  return text.replaceAll(close, (found, at) => (at + found.length < text.length ? next : found));
}

function hasColors(stream) {
  if (typeof stream?.write !== 'function' && typeof stream?.getReader !== 'function' && !stream?.getWriter) {
    throw invalidArgType('stream', 'an instance of ReadableStream, WritableStream, or Stream', stream);
  }
  const { env } = require('node:process');
  return env.FORCE_COLOR !== undefined || (stream.isTTY && !env.NO_COLOR && stream.getColorDepth?.() > 2);
}

function toUSVString(text) {
  return `${text}`.toWellFormed();
}

function parseEnv(text) {
  checkString(text, 'content');
  const values = {};
  const line = /^\s*(?:export\s+)?([\w.-]+)\s*=[^\S\n]*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\n#]*))/gm;
  for (const [, name, double, single, back, plain] of text.matchAll(line)) {
    values[name] = double?.replaceAll('\\n', '\n') ?? single ?? back ?? plain.trim();
  }
  return values;
}

async function aborted(signal, resource) {
  if (signal === undefined || !('aborted' in signal))
    throw invalidArgType('signal', 'an instance of AbortSignal', signal);
  if (resource === null || (typeof resource !== 'object' && typeof resource !== 'function')) {
    throw invalidArgType('resource', 'of type object', resource);
  }
  if (signal.aborted) return;
  await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
}

const SYSTEM_ERRORS = new Map([
  [-1, ['EPERM', 'operation not permitted']],
  [-2, ['ENOENT', 'no such file or directory']],
  [-9, ['EBADF', 'bad file descriptor']],
  [-11, ['EAGAIN', 'resource temporarily unavailable']],
  [-12, ['ENOMEM', 'not enough memory']],
  [-13, ['EACCES', 'permission denied']],
  [-17, ['EEXIST', 'file already exists']],
  [-20, ['ENOTDIR', 'not a directory']],
  [-21, ['EISDIR', 'illegal operation on a directory']],
  [-22, ['EINVAL', 'invalid argument']],
  [-32, ['EPIPE', 'broken pipe']],
  [-39, ['ENOTEMPTY', 'directory not empty']],
  [-98, ['EADDRINUSE', 'address already in use']],
  [-104, ['ECONNRESET', 'connection reset by peer']],
  [-110, ['ETIMEDOUT', 'connection timed out']],
  [-111, ['ECONNREFUSED', 'connection refused']],
]);

function getSystemErrorName(number) {
  checkNumber(number, 'err');
  if (!(number < 0 && Number.isSafeInteger(number))) throw outOfRange('err', 'a negative integer', number);
  return SYSTEM_ERRORS.get(number)?.[0] ?? `Unknown system error ${number}`;
}

function _extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  return Object.assign(target, source);
}

function missing(name, advice) {
  return class {
    constructor() {
      throw typeError('ERR_METHOD_NOT_IMPLEMENTED', `util.${name} is not available in posttask: ${advice}`);
    }
  };
}

module.exports = {
  _extend,
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  getSystemErrorMap: () => new Map(SYSTEM_ERRORS),
  getSystemErrorName,
  inherits,
  inspect,
  isArray: Array.isArray,
  isBoolean: value => typeof value === 'boolean',
  isBuffer: value => require('node:buffer').Buffer.isBuffer(value),
  isDate: types.isDate,
  isDeepStrictEqual,
  isError: value => types.isNativeError(value) || value instanceof Error,
  isFunction: value => typeof value === 'function',
  isNull: value => value === null,
  isNullOrUndefined: value => value == null,
  isNumber: value => typeof value === 'number',
  isObject: value => value !== null && typeof value === 'object',
  isPrimitive: value => value === null || (typeof value !== 'object' && typeof value !== 'function'),
  isRegExp: types.isRegExp,
  isString: value => typeof value === 'string',
  isSymbol: value => typeof value === 'symbol',
  isUndefined: value => value === undefined,
  log: (...args) => console.log(format(...args)),
  MIMEParams: missing('MIMEParams', 'use the package whatwg-mimetype'),
  MIMEType: missing('MIMEType', 'use the package whatwg-mimetype'),
  parseArgs,
  parseEnv,
  promisify,
  stripVTControlCharacters,
  styleText,
  TextDecoder: globalThis.TextDecoder,
  TextEncoder: globalThis.TextEncoder,
  toUSVString,
  transferableAbortController: () => new AbortController(),
  transferableAbortSignal: signal => signal,
  types,
};

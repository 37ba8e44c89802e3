'use strict';
// node:util: https://nodejs.org/api/util.html

const { error, invalidArgType, invalidArgValue, typeError } = require('node:internal/errors');
const { format, formatWithOptions } = require('node:internal/format');
const { inspect } = require('node:internal/inspect');
const { isDeepStrictEqual } = require('node:internal/values');
const { parseArgs } = require('node:internal/parse_args');
const types = require('node:util/types');

const promisifyCustom = Symbol.for('nodejs.util.promisify.custom');

function checkFunction(value, name) {
  if (typeof value !== 'function') throw invalidArgType(name, 'of type function', value);
}

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
  return deprecated;
}

function inherits(constructor, parent) {
  checkFunction(constructor, 'ctor');
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
  callback?.(log);
  return log;
}

// The escape sequences of ECMA-48 that terminals use: OSC up to its end, and CSI with parameters.
const OSC = /\][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)/.source;
const CSI = /[[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/.source;
const ESCAPES = new RegExp(`[\\u001B\\u009B](?:${OSC}|${CSI})`, 'g');

function stripVTControlCharacters(text) {
  if (typeof text !== 'string') throw invalidArgType('str', 'of type string', text);
  return text.replace(ESCAPES, '');
}

function styleText(style, text, { validateStream = true, stream } = {}) {
  if (typeof text !== 'string') throw invalidArgType('text', 'of type string', text);
  const { env, stdout } = require('node:process');
  const output = stream ?? stdout;
  const isColored = env.FORCE_COLOR !== undefined || (output.isTTY && !env.NO_COLOR && output.getColorDepth?.() > 2);
  let [start, end] = ['', ''];
  for (const name of Array.isArray(style) ? style : [style]) {
    if (name === 'none') continue;
    const codes = inspect.colors[name];
    if (codes === undefined) {
      throw invalidArgValue(
        'format',
        name,
        `must be one of: ${Object.keys(inspect.colors)
          .map(key => `'${key}'`)
          .join(', ')}`,
      );
    }
    start += `\u001b[${codes[0]}m`;
    end = `\u001b[${codes[1]}m${end}`;
  }
  return validateStream && !isColored ? text : `${start}${text}${end}`;
}

function toUSVString(text) {
  return `${text}`.toWellFormed();
}

function parseEnv(text) {
  if (typeof text !== 'string') throw invalidArgType('content', 'of type string', text);
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
  if (typeof number !== 'number') throw invalidArgType('err', 'of type number', number);
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
  types,
};

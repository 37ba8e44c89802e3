'use strict';
// node:buffer: https://nodejs.org/api/buffer.html

const { decode, encode, find, findLast } = require('node:internal/bytes');
const { known, normalized } = require('node:internal/encodings');
const { error, invalidArgType, invalidArgValue, outOfRange, rangeError, typeError } = require('node:internal/errors');
const { checkArray, checkInteger, checkNumber } = require('node:internal/checks');

const kMaxLength = Number.MAX_SAFE_INTEGER;
const kStringMaxLength = 2 ** 29 - 24;
const customInspect = Symbol.for('nodejs.util.inspect.custom');
let maxShown = 50;

const checkSize = size => checkNumber(size, 'size', 0, kMaxLength);

/// `Buffer` can be called without `new`, so it is not a class.
function Buffer(value, encodingOrOffset, length) {
  if (typeof value === 'number') {
    if (typeof encodingOrOffset === 'string') throw invalidArgType('string', 'of type string', value);
    return Buffer.alloc(value);
  }
  return Buffer.from(value, encodingOrOffset, length);
}
Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = Object.create(Uint8Array.prototype, {
  constructor: { value: Buffer, writable: true, configurable: true },
});
const methods = Buffer.prototype;

function made(...parts) {
  return Reflect.construct(Uint8Array, parts, Buffer);
}

/// Values that are no strings do not name an encoding.
const ofText = (text, encoding) => made(decode(text, known(typeof encoding === 'string' ? encoding : 'utf8')));

Object.defineProperty(Buffer, Symbol.species, { get: () => Buffer, configurable: true });
Buffer.poolSize = 65536;

Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return ofText(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    if (ArrayBuffer.isView(value) && !(value instanceof Uint8Array)) return made(value);
    const primitive = value.valueOf?.();
    if (primitive != null && primitive !== value && (typeof primitive === 'string' || typeof primitive === 'object')) {
      return Buffer.from(primitive, encodingOrOffset, length);
    }
    if (typeof value.length === 'number' || isAnyArrayBuffer(value.buffer)) {
      return typeof value.length === 'number' ? fromList(value) : made(0);
    }
    if (value.type === 'Buffer' && Array.isArray(value.data)) return fromList(value.data);
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const text = value[Symbol.toPrimitive]('string');
      if (typeof text === 'string') return ofText(text, encodingOrOffset);
    }
  }
  const types = 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object';
  throw invalidArgType('first argument', types, value);
};

function isAnyArrayBuffer(value) {
  const name = Object.prototype.toString.call(value);
  return value instanceof ArrayBuffer || name === '[object SharedArrayBuffer]';
}

function fromArrayBuffer(buffer, offset, length) {
  const start = offset === undefined ? 0 : Number(offset) || 0;
  const most = buffer.byteLength - start;
  if (most < 0) throw outsideOf('offset');
  const size = length === undefined ? most : Math.max(Number(length) || 0, 0);
  if (size > most) throw outsideOf('length');
  return length === undefined ? made(buffer, start) : made(buffer, start, size);
}

function fromList(list) {
  if (list.length <= 0) return made(0);
  const buffer = made(list.length);
  for (let index = 0; index < list.length; index++) buffer[index] = list[index];
  return buffer;
}

Buffer.of = (...items) => fromList(items);

Buffer.alloc = function alloc(size, fill, encoding) {
  checkSize(size);
  const buffer = made(size);
  return fill === undefined || fill === 0 || size === 0 ? buffer : buffer.fill(fill, 0, buffer.length, encoding);
};

// There is no memory that was used before, so both are filled with zeros.
Buffer.allocUnsafe = function allocUnsafe(size) {
  checkSize(size);
  return made(size);
};
Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) {
  return Buffer.allocUnsafe(size);
};

Buffer.isBuffer = value => value instanceof Buffer;
Buffer.isEncoding = encoding => typeof encoding === 'string' && encoding !== '' && normalized(encoding) !== undefined;

Buffer.byteLength = function byteLength(value, encoding) {
  if (typeof value === 'string') {
    switch (normalized(encoding) ?? 'utf8') {
      case 'latin1':
      case 'ascii':
        return value.length;
      case 'utf16le':
        return value.length * 2;
      case 'hex':
        return value.length >>> 1;
      case 'base64':
      case 'base64url':
        return base64Length(value);
      default:
        return decode(value, 'utf8').byteLength;
    }
  }
  if (ArrayBuffer.isView(value) || isAnyArrayBuffer(value)) return value.byteLength;
  throw invalidArgType('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
};

function base64Length(text) {
  let { length } = text;
  if (text.charCodeAt(length - 1) === 0x3d) length--;
  if (length > 1 && text.charCodeAt(length - 1) === 0x3d) length--;
  return (length * 3) >>> 2;
}

function checkBytes(value, name) {
  if (!(value instanceof Uint8Array)) throw invalidArgType(name, 'an instance of Buffer or Uint8Array', value);
}

function order(one, other) {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    if (one[index] !== other[index]) return one[index] < other[index] ? -1 : 1;
  }
  return Math.sign(one.length - other.length);
}

Buffer.compare = function compare(one, other) {
  checkBytes(one, 'buf1');
  checkBytes(other, 'buf2');
  return order(one, other);
};

Buffer.concat = function concat(list, length) {
  checkArray(list, 'list');
  if (list.length === 0) return made(0);
  if (length !== undefined) checkInteger(length, 'length', 0);
  const buffer = made(length ?? list.reduce((sum, item) => sum + (item?.length || 0), 0));
  let position = 0;
  list.forEach((item, index) => {
    checkBytes(item, `list[${index}]`);
    const part = item.length > buffer.length - position ? item.subarray(0, buffer.length - position) : item;
    buffer.set(part, position);
    position += part.length;
  });
  return buffer;
};

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!ArrayBuffer.isView(view) || view instanceof DataView)
    throw invalidArgType('view', 'an instance of TypedArray', view);
  if (view.length === 0) return made(0);
  if (offset !== undefined) checkInteger(offset, 'offset', 0);
  const start = offset ?? 0;
  if (start >= view.length) return made(0);
  if (length !== undefined) checkInteger(length, 'length', 0);
  const part = view.subarray(start, length === undefined ? undefined : start + length);
  return made(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
};

Object.defineProperties(methods, {
  parent: {
    get() {
      return this instanceof Buffer ? this.buffer : undefined;
    },
    enumerable: true,
  },
  offset: {
    get() {
      return this instanceof Buffer ? this.byteOffset : undefined;
    },
    enumerable: true,
  },
});

function range(buffer, start, end) {
  const from = start === undefined || !(start > 0) ? 0 : Math.trunc(start);
  const to = end === undefined ? buffer.length : Math.min(Math.trunc(end) || 0, buffer.length);
  return from >= buffer.length || to <= from ? [0, 0] : [from, to];
}

methods.toString = function toString(encoding, start, end) {
  const [from, to] = range(this, start, end);
  const name = known(encoding);
  if (from === to) return '';
  return encode(from === 0 && to === this.length ? this : this.subarray(from, to), name);
};
methods.toLocaleString = methods.toString;

methods.toJSON = function toJSON() {
  return { type: 'Buffer', data: Array.from(this) };
};

methods.equals = function equals(other) {
  checkBytes(other, 'otherBuffer');
  return this === other || order(this, other) === 0;
};

methods.compare = function compare(target, targetStart = 0, targetEnd, sourceStart = 0, sourceEnd) {
  checkBytes(target, 'target');
  checkInteger(targetStart, 'targetStart', 0);
  if (targetEnd !== undefined) checkInteger(targetEnd, 'targetEnd', 0, target.length);
  checkInteger(sourceStart, 'sourceStart', 0);
  if (sourceEnd !== undefined) checkInteger(sourceEnd, 'sourceEnd', 0, this.length);
  return order(this.subarray(sourceStart, sourceEnd), target.subarray(targetStart, targetEnd));
};

methods.copy = function copy(target, targetStart, sourceStart, sourceEnd) {
  checkBytes(target, 'target');
  const at = wholeNumber(targetStart);
  if (at < 0) throw outOfRange('targetStart', '>= 0', at);
  const from = wholeNumber(sourceStart);
  if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from);
  const to = sourceEnd === undefined ? this.length : wholeNumber(sourceEnd);
  if (to < 0) throw outOfRange('sourceEnd', '>= 0', to);
  if (at >= target.length || from >= to) return 0;
  const part = this.subarray(from, Math.min(to, from + target.length - at));
  target.set(part, at);
  return part.length;
};

/// Returns a number without its fraction, and 0 for what is no safe number.
function wholeNumber(value) {
  const number = Math.floor(+value);
  return Number.isSafeInteger(number) ? number : 0;
}

// Unlike that of typed arrays, it shares the memory.
methods.slice = function slice(start, end) {
  return this.subarray(start, end);
};
methods.subarray = function subarray(start, end) {
  const part = Uint8Array.prototype.subarray.call(this, start, end);
  return part instanceof Buffer ? part : made(part.buffer, part.byteOffset, part.length);
};

methods.write = function write(text, offset, length, encoding) {
  if (offset === undefined) return written(this, text, 0, this.length, 'utf8');
  if (length === undefined && typeof offset === 'string') return written(this, text, 0, this.length, offset);
  checkInteger(offset, 'offset', 0, this.length);
  if (typeof length === 'string') return written(this, text, offset, this.length, length);
  if (length !== undefined) checkInteger(length, 'length', 0, this.length);
  return written(this, text, offset, length ?? this.length, encoding);
};

/// Writes as many whole characters as there is room for.
function written(buffer, text, offset, length, encoding) {
  const name = known(encoding || 'utf8');
  if (typeof text !== 'string') throw typeError('ERR_INVALID_ARG_TYPE', 'argument must be a string');
  const bytes = new Uint8Array(decode(text, name));
  const kept = bytes.subarray(0, whole(bytes, Math.min(length, buffer.length - offset), name));
  buffer.set(kept, offset);
  return kept.length;
}

/// The number of bytes that fit without cutting a character.
function whole(bytes, room, encoding) {
  if (bytes.length <= room) return bytes.length;
  let end = room;
  if (encoding === 'utf16le') return end & ~1;
  if (encoding === 'utf8') while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--;
  return end;
}

methods.fill = function fill(value, offset, end, encoding) {
  let [from, to, name] = [offset, end, encoding];
  if (typeof value === 'string') {
    if (from === undefined || typeof from === 'string') [name, from, to] = [from, 0, this.length];
    else if (typeof to === 'string') [name, to] = [to, this.length];
  }
  const pattern = patternOf(value, name);
  if (from === undefined) [from, to] = [0, this.length];
  checkInteger(from, 'offset', 0);
  if (to === undefined) to = this.length;
  checkInteger(to, 'end', 0, this.length);
  if (from >= to) return this;
  if (pattern.length === 0) throw invalidArgValue('value', value);
  for (let index = from; index < to; index++) this[index] = pattern[(index - from) % pattern.length];
  return this;
};

/// The bytes that a buffer is filled with.
function patternOf(value, encoding) {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'string') return [+value];
  if (encoding !== undefined && encoding !== null && typeof encoding !== 'string') {
    throw invalidArgType('encoding', 'of type string', encoding);
  }
  const bytes = new Uint8Array(decode(value, known(encoding)));
  return value === '' ? [0] : bytes;
}

function search(buffer, value, byteOffset, encoding, isLast) {
  let [offset, name] = [byteOffset, encoding];
  if (typeof offset === 'string') [name, offset] = [offset, undefined];
  offset = Math.trunc(offset);
  if (Number.isNaN(offset)) offset = isLast ? buffer.length : 0;
  if (offset < 0) offset += buffer.length;
  if (typeof value === 'number') {
    const byte = value & 255;
    if (!isLast) return Uint8Array.prototype.indexOf.call(buffer, byte, Math.max(0, offset));
    return offset < 0 ? -1 : Uint8Array.prototype.lastIndexOf.call(buffer, byte, offset);
  }
  const isText = typeof value === 'string';
  if (!isText) {
    if (!(value instanceof Uint8Array)) {
      throw invalidArgType('value', 'one of type number or string or an instance of Buffer or Uint8Array', value);
    }
  }
  const pattern = isText ? new Uint8Array(decode(value, known(name))) : value;
  // In UTF-16, only whole code units are compared.
  const step = normalized(name) === 'utf16le' ? 2 : 1;
  const down = at => at - (at % step);
  if (pattern.length === 0) return Math.min(Math.max(offset, 0), down(buffer.length));
  if (pattern.length < step) return -1;
  if (!isLast) return find(buffer, pattern, down(Math.min(Math.max(0, offset), buffer.length)), step);
  const last = down(Math.min(offset, buffer.length - pattern.length));
  return last < 0 ? -1 : findLast(buffer, pattern, last, step);
}

methods.indexOf = function indexOf(value, byteOffset, encoding) {
  return search(this, value, byteOffset, encoding, false);
};
methods.lastIndexOf = function lastIndexOf(value, byteOffset, encoding) {
  return search(this, value, byteOffset, encoding, true);
};
methods.includes = function includes(value, byteOffset, encoding) {
  return this.indexOf(value, byteOffset, encoding) !== -1;
};

methods[customInspect] = function (depth, context) {
  const bytes = Array.from(this.subarray(0, maxShown), byte => byte.toString(16).padStart(2, '0'));
  const rest = this.length - maxShown;
  let text = bytes.join(' ');
  if (rest > 0) text += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
  const { inspect } = require('node:internal/inspect');
  for (const key of Object.keys(this)) {
    if (!/^\d+$/.test(key)) text += `${text === '' ? '' : ', '}${key}: ${inspect(this[key], context)}`;
  }
  return `<${this.constructor.name} ${text}>`;
};
methods.inspect = methods[customInspect];

function swapped(width, name) {
  methods[name] = function () {
    if (this.length % width !== 0) {
      throw rangeError('ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${width * 8}-bits`);
    }
    for (let at = 0; at < this.length; at += width) Uint8Array.prototype.reverse.call(this.subarray(at, at + width));
    return this;
  };
  Object.defineProperty(methods[name], 'name', { value: name });
}
swapped(2, 'swap16');
swapped(4, 'swap32');
swapped(8, 'swap64');

const checkType = offset => checkNumber(offset, 'offset');

function checkOffset(buffer, offset, size) {
  checkType(offset);
  const most = buffer.length - size;
  if (Math.floor(offset) !== offset) throw outOfRange('offset', 'an integer', offset);
  if (offset >= 0 && offset <= most) return;
  if (most < 0) throw rangeError('ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  throw outOfRange('offset', `>= 0 and <= ${most}`, offset);
}

const view = buffer => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

/// The numbers of a fixed size: the name in `Buffer`, that in `DataView`, the size, and the limits.
const NUMBERS = [
  ['UInt8', 'Uint8', 1, 0, 255],
  ['UInt16', 'Uint16', 2, 0, 65535],
  ['UInt32', 'Uint32', 4, 0, 4294967295],
  ['Int8', 'Int8', 1, -128, 127],
  ['Int16', 'Int16', 2, -32768, 32767],
  ['Int32', 'Int32', 4, -2147483648, 2147483647],
  ['Float', 'Float32', 4],
  ['Double', 'Float64', 8],
  ['BigUInt64', 'BigUint64', 8, 0n, 2n ** 64n - 1n],
  ['BigInt64', 'BigInt64', 8, -(2n ** 63n), 2n ** 63n - 1n],
];

/// Describes the range of the numbers that have so many bytes.
function limits(lowest, highest, size) {
  if (size <= 4) return `>= ${lowest} and <= ${highest}`;
  const n = typeof lowest === 'bigint' ? 'n' : '';
  const power = bits => `2${n} ** ${bits}${n}`;
  if (lowest >= 0) return `>= 0${n} and < ${power(size * 8)}`;
  return `>= -(${power(size * 8 - 1)}) and < ${power(size * 8 - 1)}`;
}

function define(name, steps) {
  Object.defineProperty(steps, 'name', { value: name });
  methods[name] = steps;
  if (name.includes('UInt')) methods[name.replace('UInt', 'Uint')] = steps;
}

for (const [name, type, size, lowest, highest] of NUMBERS) {
  for (const order of size === 1 ? [''] : ['LE', 'BE']) {
    define(`read${name}${order}`, function (offset = 0) {
      checkOffset(this, offset, size);
      return view(this)[`get${type}`](offset, order === 'LE');
    });
    define(`write${name}${order}`, function (value, offset = 0) {
      const number = typeof lowest === 'bigint' ? value : +value;
      if (size === 1) checkType(offset);
      if (number < lowest || number > highest) throw outOfRange('value', limits(lowest, highest, size), number);
      checkOffset(this, offset, size);
      if (typeof number !== typeof (lowest ?? 0)) {
        throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
      }
      view(this)[`set${type}`](offset, number, order === 'LE');
      return offset + size;
    });
  }
}

function checkWidth(byteLength) {
  checkNumber(byteLength, 'byteLength');
  if (Math.floor(byteLength) !== byteLength) throw outOfRange('byteLength', 'an integer', byteLength);
  if (byteLength < 1 || byteLength > 6) throw outOfRange('byteLength', '>= 1 and <= 6', byteLength);
}

for (const order of ['LE', 'BE']) {
  const bytesOf = (buffer, offset, size) => {
    const bytes = Array.from(buffer.subarray(offset, offset + size));
    return order === 'LE' ? bytes.reverse() : bytes;
  };
  const unsigned = (buffer, offset, size) => {
    if (offset === undefined) checkType(offset);
    checkWidth(size);
    checkOffset(buffer, offset, size);
    return bytesOf(buffer, offset, size).reduce((number, byte) => number * 256 + byte, 0);
  };
  const write = (buffer, value, offset, size, lowest, highest) => {
    checkWidth(size);
    if (size === 1) checkType(offset);
    if (value < lowest || value > highest) throw outOfRange('value', limits(lowest, highest, size), value);
    checkOffset(buffer, offset, size);
    let rest = value < 0 ? value + 256 ** size : value;
    for (let index = 0; index < size; index++) {
      buffer[order === 'LE' ? offset + index : offset + size - 1 - index] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return offset + size;
  };
  define(`readUInt${order}`, function (offset, byteLength) {
    return unsigned(this, offset, byteLength);
  });
  define(`readInt${order}`, function (offset, byteLength) {
    const number = unsigned(this, offset, byteLength);
    return number >= 256 ** byteLength / 2 ? number - 256 ** byteLength : number;
  });
  define(`writeUInt${order}`, function (value, offset, byteLength) {
    return write(this, +value, offset, byteLength, 0, 256 ** byteLength - 1);
  });
  define(`writeInt${order}`, function (value, offset, byteLength) {
    return write(this, +value, offset, byteLength, -(256 ** byteLength) / 2, 256 ** byteLength / 2 - 1);
  });
}

const indexOutOfRange = () => rangeError('ERR_OUT_OF_RANGE', 'Index out of range');
const outsideOf = name => rangeError('ERR_BUFFER_OUT_OF_BOUNDS', `"${name}" is outside of buffer bounds`);
const indexOr = (value, byDefault) => (value === undefined ? byDefault : Math.trunc(value) || 0);

// These are not documented, but packages call them.
for (const encoding of ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'ucs2']) {
  const isStrict = ['utf8', 'latin1', 'ascii'].includes(encoding);
  methods[`${encoding}Slice`] = function (start, end) {
    const [from, to] = [indexOr(start, 0), indexOr(end, this.length)];
    if (from < 0 || to < 0 || (to > this.length && from <= to)) throw indexOutOfRange();
    return this.toString(encoding, from, to);
  };
  methods[`${encoding}Write`] = function (text, offset, length) {
    const at = indexOr(offset, 0);
    const most = indexOr(length, Math.max(0, this.length - at));
    if (!isStrict && (at < 0 || most < 0)) throw indexOutOfRange();
    if (at < 0 || at > this.length) throw outsideOf('offset');
    if (isStrict && (most < 0 || most > this.length - at)) throw outsideOf('length');
    return written(this, text, at, most, encoding);
  };
}

for (const key of Reflect.ownKeys(methods)) {
  const descriptor = Object.getOwnPropertyDescriptor(methods, key);
  if (key !== 'constructor' && typeof descriptor.value === 'function') {
    Object.defineProperty(methods, key, { enumerable: true });
  }
}

function SlowBuffer(size) {
  return Buffer.allocUnsafe(size);
}

function transcode(source, from, to) {
  checkBytes(source, 'source');
  if (source.length === 0) return made(0);
  const [one, other] = [normalized(from), normalized(to)];
  const isPossible = name => ['utf8', 'utf16le', 'latin1', 'ascii'].includes(name);
  if (!isPossible(one) || !isPossible(other)) {
    throw error('U_ILLEGAL_ARGUMENT_ERROR', 'Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]');
  }
  // What is no ASCII is a replacement character.
  const text = one === 'ascii' ? encode(source, 'latin1').replace(/[\x80-\xff]/g, '\ufffd') : encode(source, one);
  const limit = other === 'latin1' ? 255 : other === 'ascii' ? 127 : undefined;
  const written = limit === undefined ? text : Array.from(text, c => (c.codePointAt(0) > limit ? '?' : c)).join('');
  return ofText(written, other);
}

function bytesOfView(input) {
  if (isAnyArrayBuffer(input)) return new Uint8Array(input);
  if (ArrayBuffer.isView(input) && !(input instanceof DataView)) {
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  throw invalidArgType('input', 'an instance of ArrayBuffer, Buffer, or TypedArray', input);
}

function isUtf8(input) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytesOfView(input));
    return true;
  } catch (failure) {
    if (failure instanceof TypeError && failure.code === 'ERR_INVALID_ARG_TYPE') throw failure;
    return false;
  }
}

const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };

function resolveObjectURL() {
  throw typeError('ERR_METHOD_NOT_IMPLEMENTED', 'resolveObjectURL is not available in posttask: use fetch(url)');
}

module.exports = {
  Buffer,
  SlowBuffer,
  Blob: globalThis.Blob,
  File: globalThis.File,
  atob: globalThis.atob,
  btoa: globalThis.btoa,
  constants,
  isAscii: input => bytesOfView(input).every(byte => byte < 128),
  isUtf8,
  kMaxLength,
  kStringMaxLength,
  resolveObjectURL,
  transcode,
  INSPECT_MAX_BYTES: maxShown,
};
Object.defineProperty(module.exports, 'INSPECT_MAX_BYTES', {
  get: () => maxShown,
  set(value) {
    maxShown = value;
  },
  enumerable: true,
  configurable: true,
});

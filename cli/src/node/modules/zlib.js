'use strict';
// node:zlib: https://nodejs.org/api/zlib.html

const { Buffer } = require('node:buffer');
const { checkFunction, checkInteger, checkNumber } = require('node:internal/checks');
const { invalidArgType, invalidArgValue, error, outOfRange, rangeError } = require('node:internal/errors');
const host = require('node:internal/compression');
const { missing } = require('node:internal/missing')('zlib');
const stream = require('node:stream');

const constants = {
  Z_NO_FLUSH: 0,
  Z_PARTIAL_FLUSH: 1,
  Z_SYNC_FLUSH: 2,
  Z_FULL_FLUSH: 3,
  Z_FINISH: 4,
  Z_BLOCK: 5,
  Z_OK: 0,
  Z_STREAM_END: 1,
  Z_NEED_DICT: 2,
  Z_ERRNO: -1,
  Z_STREAM_ERROR: -2,
  Z_DATA_ERROR: -3,
  Z_MEM_ERROR: -4,
  Z_BUF_ERROR: -5,
  Z_VERSION_ERROR: -6,
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
  Z_FILTERED: 1,
  Z_HUFFMAN_ONLY: 2,
  Z_RLE: 3,
  Z_FIXED: 4,
  Z_DEFAULT_STRATEGY: 0,
  Z_MIN_LEVEL: -1,
  Z_MAX_LEVEL: 9,
  Z_DEFAULT_LEVEL: -1,
  Z_MIN_WINDOWBITS: 8,
  Z_MAX_WINDOWBITS: 15,
  Z_DEFAULT_WINDOWBITS: 15,
  Z_MIN_MEMLEVEL: 1,
  Z_MAX_MEMLEVEL: 9,
  Z_DEFAULT_MEMLEVEL: 8,
  Z_MIN_CHUNK: 64,
  Z_MAX_CHUNK: Infinity,
  Z_DEFAULT_CHUNK: 16384,
};

const codes = Object.fromEntries(
  Object.entries(constants).filter(([name]) => /^Z_(OK|STREAM_END|NEED_DICT|[A-Z]+_ERROR|ERRNO)$/.test(name)),
);
for (const [name, code] of Object.entries({ ...codes })) codes[code] = name;

/// The most bytes that data is decompressed to, unless the program says otherwise.
const LARGEST = 2 ** 30;

function bytesOf(data, name = 'buffer') {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  const expected = 'of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer';
  throw invalidArgType(name, expected, data);
}

/// The least and the largest value of each option, in the order in which Node checks them.
const RANGES = {
  chunkSize: [constants.Z_MIN_CHUNK, Infinity],
  flush: [constants.Z_NO_FLUSH, constants.Z_BLOCK],
  finishFlush: [constants.Z_NO_FLUSH, constants.Z_BLOCK],
  maxOutputLength: [1, 2 ** 32],
  windowBits: [constants.Z_MIN_WINDOWBITS, constants.Z_MAX_WINDOWBITS],
  level: [constants.Z_MIN_LEVEL, constants.Z_MAX_LEVEL],
  memLevel: [constants.Z_MIN_MEMLEVEL, constants.Z_MAX_MEMLEVEL],
  strategy: [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED],
};

/// Returns a number, or its default if it is undefined or not a number.
function inRange(name, value, least, largest, byDefault) {
  if (value === undefined || Number.isNaN(value)) return byDefault;
  checkNumber(value, `options.${name}`);
  if (!Number.isFinite(value)) throw outOfRange(`options.${name}`, 'a finite number', value);
  if (value < least || value > largest) {
    const range = largest === Infinity ? `>= ${least}` : `>= ${least} and <= ${largest}`;
    throw outOfRange(`options.${name}`, range, value);
  }
  return value;
}

/// Checks the options. A dictionary changes the result, so that it cannot be ignored.
function checked(operation, options) {
  const defaults = { level: -1, maxOutputLength: LARGEST };
  const result = {};
  for (const [name, [least, largest]] of Object.entries(RANGES)) {
    const value = options?.[name];
    // Zero is the size that the header says. The windows of gzip start at 512 bytes.
    const isFromHeader = name === 'windowBits' && value === 0 && /^(gunzip|inflate|unzip)$/.test(operation);
    const isGzip = name === 'windowBits' && operation === 'gzip';
    if (!isFromHeader) result[name] = inRange(name, value, isGzip ? 9 : least, largest, defaults[name]);
  }
  const { dictionary } = options ?? {};
  if (dictionary !== undefined) throw invalidArgValue('options.dictionary', dictionary, 'is not available in posttask');
  return { level: result.level === -1 ? 6 : result.level, maxOutputLength: result.maxOutputLength };
}

function failure(code, limit) {
  if (code === 'ERR_BUFFER_TOO_LARGE') return rangeError(code, `Cannot create a Buffer larger than ${limit} bytes`);
  const known = code === 'header' ? 'Z_DATA_ERROR' : code;
  const messages = { header: 'incorrect header check', Z_BUF_ERROR: 'unexpected end of file' };
  return Object.assign(new Error(messages[code] ?? 'invalid data'), { errno: constants[known], code: known });
}

const compressWith = (name, format) => (bytes, options) => {
  const { level, maxOutputLength } = checked(name, options);
  const result = Buffer.from(host.compress(format, bytes, level));
  if (result.length > maxOutputLength) throw failure('ERR_BUFFER_TOO_LARGE', maxOutputLength);
  return result;
};

const decompressWith = (name, format) => (bytes, options) => {
  const limit = checked(name, options).maxOutputLength;
  const given = options?.finishFlush === constants.Z_SYNC_FLUSH ? 'partial' : 'whole';
  const result = host.decompress(format, bytes, limit);
  if (typeof result !== 'string') return Buffer.from(result);
  if (given === 'partial' && result === 'Z_BUF_ERROR') {
    throw error('ERR_METHOD_NOT_IMPLEMENTED', 'zlib: posttask only decompresses whole data, without finishFlush');
  }
  throw failure(result, limit);
};

/// Decompresses what its first bytes say.
const unzip = (bytes, options) => OPERATIONS[bytes[0] === 0x1f ? 'gunzip' : 'inflate'](bytes, options);

const OPERATIONS = {
  deflate: compressWith('deflate', 'deflate'),
  deflateRaw: compressWith('deflateRaw', 'deflateRaw'),
  gzip: compressWith('gzip', 'gzip'),
  gunzip: decompressWith('gunzip', 'gzip'),
  inflate: decompressWith('inflate', 'deflate'),
  inflateRaw: decompressWith('inflateRaw', 'deflateRaw'),
  unzip,
};

const sync = name => (data, options) => {
  checked(name, options);
  return OPERATIONS[name](bytesOf(data), options);
};

const withCallback = name => (data, first, second) => {
  const [options, callback] = typeof first === 'function' ? [undefined, first] : [first, second];
  checkFunction(callback, 'callback');
  checked(name, options);
  const bytes = bytesOf(data);
  require('node:timers').setImmediate(() => {
    let result;
    try {
      result = OPERATIONS[name](bytes, options);
    } catch (failure) {
      callback(failure);
      return;
    }
    callback(null, result);
  });
};

/// A stream that gives its result when all of its data has arrived.
const classFor = name => {
  const { Transform } = stream;
  function Zlib(options) {
    if (!(this instanceof Zlib)) return new Zlib(options);
    checked(name, options);
    Transform.call(this, options);
    this._chunks = [];
    this._options = options;
    this.bytesWritten = 0;
  }
  Object.setPrototypeOf(Zlib.prototype, Transform.prototype);
  Object.setPrototypeOf(Zlib, Transform);
  Zlib.prototype._transform = function (chunk, encoding, callback) {
    this._chunks.push(bytesOf(chunk));
    this.bytesWritten += chunk.length;
    callback();
  };
  Zlib.prototype._flush = function (callback) {
    try {
      const result = OPERATIONS[name](Buffer.concat(this._chunks), this._options);
      for (let at = 0; at < result.length; at += constants.Z_DEFAULT_CHUNK) {
        this.push(result.subarray(at, at + constants.Z_DEFAULT_CHUNK));
      }
      callback();
    } catch (failure) {
      callback(failure);
    }
  };
  Zlib.prototype.flush = missing(`${name}.flush`, 'a compressed stream gives its data when it ends');
  Zlib.prototype.close = function (callback) {
    if (typeof callback === 'function') this.once('close', callback);
    this.destroy();
  };
  Zlib.prototype.params = missing(`${name}.params`, 'create a stream with other options');
  Zlib.prototype.reset = missing(`${name}.reset`, 'create another stream');
  const title = name[0].toUpperCase() + name.slice(1);
  return Object.defineProperty(Zlib, 'name', { value: title });
};

const classes = {
  Deflate: classFor('deflate'),
  DeflateRaw: classFor('deflateRaw'),
  Gunzip: classFor('gunzip'),
  Gzip: classFor('gzip'),
  Inflate: classFor('inflate'),
  InflateRaw: classFor('inflateRaw'),
  Unzip: classFor('unzip'),
};

function crc32(data, start = 0) {
  if (typeof data !== 'string' && !ArrayBuffer.isView(data)) {
    throw invalidArgType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
  }
  checkInteger(start, 'value', 0, 2 ** 32 - 1);
  return host.crc32(bytesOf(data), start);
}

const brotli = 'it has gzip and deflate, but not Brotli: use the package brotli-wasm or brotli';

const zstd = 'use gzip';

module.exports = {
  BrotliCompress: missing('BrotliCompress', brotli),
  BrotliDecompress: missing('BrotliDecompress', brotli),
  Deflate: classes.Deflate,
  DeflateRaw: classes.DeflateRaw,
  Gunzip: classes.Gunzip,
  Gzip: classes.Gzip,
  Inflate: classes.Inflate,
  InflateRaw: classes.InflateRaw,
  Unzip: classes.Unzip,
  ZstdCompress: missing('ZstdCompress', zstd),
  ZstdDecompress: missing('ZstdDecompress', zstd),
  brotliCompress: missing('brotliCompress', brotli),
  brotliCompressSync: missing('brotliCompressSync', brotli),
  brotliDecompress: missing('brotliDecompress', brotli),
  brotliDecompressSync: missing('brotliDecompressSync', brotli),
  codes,
  constants,
  crc32,
  createBrotliCompress: missing('createBrotliCompress', brotli),
  createBrotliDecompress: missing('createBrotliDecompress', brotli),
  createDeflate: options => new classes.Deflate(options),
  createDeflateRaw: options => new classes.DeflateRaw(options),
  createGunzip: options => new classes.Gunzip(options),
  createGzip: options => new classes.Gzip(options),
  createInflate: options => new classes.Inflate(options),
  createInflateRaw: options => new classes.InflateRaw(options),
  createUnzip: options => new classes.Unzip(options),
  createZstdCompress: missing('createZstdCompress', zstd),
  createZstdDecompress: missing('createZstdDecompress', zstd),
  deflate: withCallback('deflate'),
  deflateRaw: withCallback('deflateRaw'),
  deflateRawSync: sync('deflateRaw'),
  deflateSync: sync('deflate'),
  gunzip: withCallback('gunzip'),
  gunzipSync: sync('gunzip'),
  gzip: withCallback('gzip'),
  gzipSync: sync('gzip'),
  inflate: withCallback('inflate'),
  inflateRaw: withCallback('inflateRaw'),
  inflateRawSync: sync('inflateRaw'),
  inflateSync: sync('inflate'),
  unzip: withCallback('unzip'),
  unzipSync: sync('unzip'),
  zstdCompress: missing('zstdCompress', zstd),
  zstdCompressSync: missing('zstdCompressSync', zstd),
  zstdDecompress: missing('zstdDecompress', zstd),
  zstdDecompressSync: missing('zstdDecompressSync', zstd),
};

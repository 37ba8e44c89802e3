'use strict';
// node:crypto: https://nodejs.org/api/crypto.html. Random values are those of the global `crypto`.

const { Buffer } = require('node:buffer');
const { checkFunction, checkInteger, checkNumber, checkObject, checkString } = require('node:internal/checks');
const { normalized } = require('node:internal/encodings');
const { error, invalidArgType, invalidArgValue, outOfRange, rangeError, typeError } = require('node:internal/errors');
const { digest } = require('node:internal/hashes');

const web = globalThis.crypto;
const BLOCK_SIZES = { md5: 64, sha1: 64, sha224: 64, sha256: 64, sha384: 128, sha512: 128 };

const MOST = 2 ** 31 - 1;

function nameOf(algorithm, argument = 'algorithm') {
  checkString(algorithm, argument);
  const name = algorithm.toLowerCase().replace(/^rsa-/, '').replace(/^sha-/, 'sha');
  return name in BLOCK_SIZES ? name : undefined;
}

const VIEWS = 'Buffer, TypedArray, or DataView';

function bytesOf(data, encoding, name = 'data', instances = VIEWS) {
  if (typeof data === 'string') return Buffer.from(data, encoding === 'buffer' ? undefined : encoding);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer && instances !== VIEWS) return Buffer.from(data);
  throw invalidArgType(name, `of type string or an instance of ${instances}`, data);
}

/// Of encodings that do not exist, the result is bytes, as in Node.
function shown(bytes, encoding) {
  const name = encoding ? normalized(encoding) : undefined;
  return name === undefined ? bytes : bytes.toString(name);
}
/// Returns the bytes that are added to a hash.
function added(data, encoding) {
  if (typeof data === 'string' && data.length % 2 === 1 && normalized(encoding) === 'hex') {
    throw invalidArgValue('encoding', encoding, `is invalid for data of length ${data.length}`);
  }
  return Buffer.from(bytesOf(data, encoding));
}

const hashed = (name, bytes) => Buffer.from(digest(name, bytes));

/// Collects data, and hashes all of it at the end.
class Hash {
  #name;
  #parts = [];
  #isDone = false;
  constructor(algorithm) {
    this.#name = nameOf(algorithm);
    if (this.#name === undefined) {
      throw new Error(`Digest method not supported: posttask has ${Object.keys(BLOCK_SIZES).join(', ')}`);
    }
  }
  #check() {
    if (this.#isDone) throw error('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
  }
  update(data, encoding) {
    this.#check();
    this.#parts.push(added(data, encoding));
    return this;
  }
  digest(encoding) {
    this.#check();
    this.#isDone = true;
    return shown(hashed(this.#name, Buffer.concat(this.#parts)), encoding);
  }
  copy() {
    this.#check();
    const copy = new Hash(this.#name);
    copy.#parts = [...this.#parts];
    return copy;
  }
}

/// A secret key: bytes.
class KeyObject {
  #bytes;
  constructor(bytes) {
    this.#bytes = Buffer.from(bytes);
  }
  static bytesOf(key) {
    return key instanceof KeyObject ? key.#bytes : key;
  }
  get type() {
    return 'secret';
  }
  get symmetricKeySize() {
    return this.#bytes.length;
  }
  equals(other) {
    return this.#bytes.equals(other.#bytes);
  }
  export(options) {
    if (options?.format === 'jwk') return { kty: 'oct', k: this.#bytes.toString('base64url') };
    return Buffer.from(this.#bytes);
  }
}

const KEYS = 'ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';

/// RFC 2104.
class Hmac {
  #name;
  #outer;
  #inner;
  #isDone = false;
  constructor(algorithm, key) {
    this.#name = nameOf(algorithm, 'hmac');
    const given = bytesOf(KeyObject.bytesOf(key), undefined, 'key', KEYS);
    if (this.#name === undefined) throw typeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
    const size = BLOCK_SIZES[this.#name];
    const short = given.length > size ? hashed(this.#name, given) : given;
    const padded = Buffer.concat([short, Buffer.alloc(size - short.length)]);
    this.#inner = [padded.map(byte => byte ^ 0x36)];
    this.#outer = padded.map(byte => byte ^ 0x5c);
  }
  update(data, encoding) {
    if (this.#isDone) throw error('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    this.#inner.push(added(data, encoding));
    return this;
  }
  digest(encoding) {
    // As in Node, a second digest is empty.
    if (this.#isDone) return shown(Buffer.alloc(0), encoding);
    this.#isDone = true;
    const inner = hashed(this.#name, Buffer.concat(this.#inner));
    return shown(hashed(this.#name, Buffer.concat([this.#outer, inner])), encoding);
  }
}

function hash(algorithm, data, options = 'hex') {
  checkString(algorithm, 'algorithm');
  const input = bytesOf(data, undefined, 'input');
  if (typeof options !== 'string') checkObject(options, 'options');
  const encoding = typeof options === 'string' ? options : (options.outputEncoding ?? 'hex');
  return new Hash(algorithm).update(input).digest(encoding);
}

/// RFC 8018, section 5.2.
function pbkdf2Sync(password, salt, iterations, length, algorithm) {
  const name = nameOf(algorithm, 'digest');
  bytesOf(password, undefined, 'password', `ArrayBuffer, ${VIEWS}`);
  const saltBytes = bytesOf(salt, undefined, 'salt', `ArrayBuffer, ${VIEWS}`);
  checkInteger(iterations, 'iterations', 1, MOST);
  checkInteger(length, 'keylen', 0, MOST);
  if (name === undefined) throw typeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
  const blocks = [];
  for (let block = 1, size = 0; size < length; block++) {
    const index = Buffer.alloc(4);
    index.writeUInt32BE(block);
    let last = new Hmac(name, password).update(Buffer.concat([saltBytes, index])).digest();
    const sum = Buffer.from(last);
    for (let round = 1; round < iterations; round++) {
      last = new Hmac(name, password).update(last).digest();
      for (let at = 0; at < sum.length; at++) sum[at] ^= last[at];
    }
    blocks.push(sum);
    size += sum.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/// Calls a function at once, and its callback later.
function withCallback(steps) {
  return (...args) => {
    const callback = args.pop();
    checkFunction(callback, 'callback');
    let failure = null;
    let result;
    try {
      result = steps(...args);
    } catch (thrown) {
      failure = thrown;
    }
    setTimeout(() => (failure ? callback(failure) : callback(null, result)), 0);
  };
}

function randomFillSync(buffer, offset = 0, size = buffer.byteLength - offset) {
  const bytes = ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset + offset, size)
    : new Uint8Array(buffer, offset, size);
  // The web fills at most this many bytes at once.
  for (let at = 0; at < bytes.length; at += 65536) web.getRandomValues(bytes.subarray(at, at + 65536));
  return buffer;
}

function randomBytes(size, callback) {
  checkNumber(size, 'size', 0, MOST);
  if (callback !== undefined) return withCallback(randomBytes)(size, callback);
  return randomFillSync(Buffer.alloc(size));
}

function randomInt(...args) {
  const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
  const [min, max] = args[1] === undefined ? [0, args[0]] : args;
  if (!Number.isSafeInteger(min)) throw invalidArgType('min', 'a safe integer', min);
  if (!Number.isSafeInteger(max)) throw invalidArgType('max', 'a safe integer', max);
  if (max <= min) throw outOfRange('max', `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (range > 2 ** 48 - 1) throw outOfRange('max - min', '<= 281474976710655', range);
  // Numbers above the last whole multiple would prefer small results.
  const limit = 2 ** 48 - (2 ** 48 % range);
  let number;
  do number = randomBytes(6).readUIntBE(0, 6);
  while (number >= limit);
  const result = min + (number % range);
  if (!callback) return result;
  setTimeout(() => callback(null, result), 0);
  return undefined;
}

function secret(data, name) {
  if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) return bytesOf(data, undefined, name, 'ArrayBuffer');
  const message = `The "${name}" argument must be an instance of ArrayBuffer, ${VIEWS}.`;
  throw typeError('ERR_INVALID_ARG_TYPE', message);
}

function timingSafeEqual(one, other) {
  const [a, b] = [secret(one, 'buf1'), secret(other, 'buf2')];
  if (a.length !== b.length) {
    throw rangeError('ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  }
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a[at] ^ b[at];
  return difference === 0;
}

const { missing } = require('node:internal/missing')('crypto');
const ciphers = 'use a package such as @noble/ciphers';
const curves = 'use a package such as @noble/curves';

module.exports = {
  Certificate: missing('Certificate', curves),
  Cipheriv: missing('Cipheriv', ciphers),
  Decipheriv: missing('Decipheriv', ciphers),
  DiffieHellman: missing('DiffieHellman', curves),
  DiffieHellmanGroup: missing('DiffieHellmanGroup', curves),
  ECDH: missing('ECDH', curves),
  Hash,
  Hmac,
  KeyObject,
  Sign: missing('Sign', curves),
  Verify: missing('Verify', curves),
  X509Certificate: missing('X509Certificate', curves),
  checkPrime: missing('checkPrime', curves),
  checkPrimeSync: missing('checkPrimeSync', curves),
  constants: {},
  createCipheriv: missing('createCipheriv', ciphers),
  createDecipheriv: missing('createDecipheriv', ciphers),
  createDiffieHellman: missing('createDiffieHellman', curves),
  createDiffieHellmanGroup: missing('createDiffieHellmanGroup', curves),
  createECDH: missing('createECDH', curves),
  createHash: algorithm => new Hash(algorithm),
  createHmac: (algorithm, key) => new Hmac(algorithm, key),
  createPrivateKey: missing('createPrivateKey', curves),
  createPublicKey: missing('createPublicKey', curves),
  createSecretKey: (key, encoding) => new KeyObject(bytesOf(key, encoding, 'key', `ArrayBuffer, ${VIEWS}`)),
  createSign: missing('createSign', curves),
  createVerify: missing('createVerify', curves),
  diffieHellman: missing('diffieHellman', curves),
  generateKey: missing('generateKey', curves),
  generateKeyPair: missing('generateKeyPair', curves),
  generateKeyPairSync: missing('generateKeyPairSync', curves),
  generateKeySync: missing('generateKeySync', curves),
  generatePrime: missing('generatePrime', curves),
  generatePrimeSync: missing('generatePrimeSync', curves),
  getCipherInfo: missing('getCipherInfo', ciphers),
  getCiphers: () => [],
  getCurves: () => [],
  getDiffieHellman: missing('getDiffieHellman', curves),
  getFips: () => 0,
  getHashes: () => Object.keys(BLOCK_SIZES),
  getRandomValues: array => web.getRandomValues(array),
  hash,
  hkdf: missing('hkdf', 'use a package such as @noble/hashes'),
  hkdfSync: missing('hkdfSync', 'use a package such as @noble/hashes'),
  pbkdf2: withCallback(pbkdf2Sync),
  pbkdf2Sync,
  privateDecrypt: missing('privateDecrypt', ciphers),
  privateEncrypt: missing('privateEncrypt', ciphers),
  pseudoRandomBytes: randomBytes,
  publicDecrypt: missing('publicDecrypt', ciphers),
  publicEncrypt: missing('publicEncrypt', ciphers),
  randomBytes,
  randomFill: (buffer, ...args) => withCallback(randomFillSync)(buffer, ...args),
  randomFillSync,
  randomInt,
  randomUUID: () => web.randomUUID(),
  scrypt: missing('scrypt', 'use a package such as @noble/hashes'),
  scryptSync: missing('scryptSync', 'use a package such as @noble/hashes'),
  secureHeapUsed: () => undefined,
  setEngine() {},
  sign: missing('sign', curves),
  subtle: web.subtle,
  timingSafeEqual,
  verify: missing('verify', curves),
  webcrypto: web,
};

'use strict';
// node:string_decoder: https://nodejs.org/api/string_decoder.html

const { Buffer } = require('node:buffer');
const { known } = require('node:internal/encodings');
const { invalidArgType } = require('node:internal/errors');

// What is left of the bytes: those of a character that is not whole (`open`), and how many of it are `missing`.
const rest = Symbol('rest');

/// Returns how many bytes at the end are the start of a character, and how many are missing.
function openBytes(bytes, encoding) {
  const { length } = bytes;
  if (encoding === 'base64' || encoding === 'base64url') {
    const open = length % 3;
    return [open, open === 0 ? 0 : 3 - open];
  }
  if (encoding === 'utf16le') {
    if (length % 2 === 1) return [1, 1];
    return length > 0 && isHighSurrogate(bytes[length - 1]) ? [2, 2] : [0, 0];
  }
  return encoding === 'utf8' ? openInUtf8(bytes) : [0, 0];
}

const isHighSurrogate = byte => byte >= 0xd8 && byte <= 0xdb;
const isContinuation = byte => (byte & 0xc0) === 0x80;

/// Only the first byte says how long a character is: whether it exists is found out when it is whole.
function openInUtf8(bytes) {
  for (let open = 1; open <= Math.min(3, bytes.length); open++) {
    const byte = bytes[bytes.length - open];
    if (isContinuation(byte)) continue;
    const size = byte < 0xc0 || byte >= 0xf8 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return size > open ? [open, size - open] : [0, 0];
  }
  return [0, 0];
}

function StringDecoder(encoding) {
  this.encoding = known(encoding);
  Object.defineProperty(this, rest, { value: { open: Buffer.alloc(0), missing: 0 } });
}

StringDecoder.prototype.write = function write(chunk) {
  if (typeof chunk === 'string') return chunk;
  if (!ArrayBuffer.isView(chunk)) {
    throw invalidArgType('buf', 'an instance of Buffer, TypedArray, or DataView', chunk);
  }
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const [start, used] = completed(this, bytes);
  const others = bytes.subarray(used);
  if (others.length === 0) return start;
  const [open, missing] = openBytes(others, this.encoding);
  const end = others.length - open;
  Object.assign(this[rest], { open: Buffer.from(others.subarray(end)), missing });
  return start + others.toString(this.encoding, 0, end);
};

/// Returns the character that was open, if bytes complete it, and how many bytes it takes.
function completed(decoder, bytes) {
  const state = decoder[rest];
  let used = Math.min(state.missing, bytes.length);
  if (used === 0) return ['', 0];
  const end = decoder.encoding === 'utf8' ? bytes.subarray(0, used).findIndex(byte => !isContinuation(byte)) : -1;
  if (end >= 0) used = end;
  state.open = Buffer.concat([state.open, bytes.subarray(0, used)]);
  state.missing -= used;
  return [end >= 0 || state.missing === 0 ? takeOpen(decoder) : '', used];
}

/// Returns the text of the open bytes, and forgets them.
function takeOpen(decoder) {
  const { open } = decoder[rest];
  Object.assign(decoder[rest], { open: Buffer.alloc(0), missing: 0 });
  return open.toString(decoder.encoding);
}

StringDecoder.prototype.end = function end(chunk) {
  const text = chunk === undefined ? '' : this.write(chunk);
  return text + takeOpen(this);
};

StringDecoder.prototype.text = function text(chunk, offset) {
  takeOpen(this);
  return this.write(chunk.subarray(offset));
};

function define(name, get) {
  Object.defineProperty(StringDecoder.prototype, name, { get, enumerable: true, configurable: true });
}

define('lastChar', function () {
  return Buffer.concat([this[rest].open], 4);
});
define('lastNeed', function () {
  return this[rest].missing;
});
define('lastTotal', function () {
  return this[rest].open.length + this[rest].missing;
});

module.exports = { StringDecoder };

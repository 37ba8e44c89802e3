'use strict';
// node:string_decoder: https://nodejs.org/api/string_decoder.html

const { Buffer } = require('node:buffer');
const { known } = require('node:internal/encodings');
const { invalidArgType } = require('node:internal/errors');

/// Returns how many bytes at the end are the start of a character that is not whole.
function openBytes(bytes, encoding) {
  const { length } = bytes;
  if (encoding === 'base64' || encoding === 'base64url') return length % 3;
  if (encoding === 'utf16le') {
    if (length % 2 === 1) return length >= 3 && isHigh(bytes[length - 2]) ? 3 : 1;
    return length >= 2 && isHigh(bytes[length - 1]) ? 2 : 0;
  }
  if (encoding !== 'utf8') return 0;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    return byte < 0xf5 && size > back && isPrefix(bytes.subarray(length - back)) ? back : 0;
  }
  return 0;
}

const isHigh = byte => byte >= 0xd8 && byte <= 0xdb;

/// Whether bytes may be the start of a character: some second bytes are not possible.
function isPrefix([first, second]) {
  if (second === undefined) return true;
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second < 0xa0;
  if (first === 0xf0) return second >= 0x90;
  return first !== 0xf4 || second < 0x90;
}

function StringDecoder(encoding) {
  this.encoding = known(encoding);
  this._open = Buffer.alloc(0);
}

StringDecoder.prototype.write = function write(chunk) {
  if (typeof chunk === 'string') return chunk;
  if (!ArrayBuffer.isView(chunk)) {
    throw invalidArgType('buf', 'an instance of Buffer, TypedArray, or DataView', chunk);
  }
  const bytes = Buffer.concat([this._open, new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)]);
  const end = bytes.length - openBytes(bytes, this.encoding);
  this._open = bytes.subarray(end);
  return bytes.toString(this.encoding, 0, end);
};

StringDecoder.prototype.end = function end(chunk) {
  const text = chunk === undefined ? '' : this.write(chunk);
  const rest = this._open.toString(this.encoding);
  this._open = Buffer.alloc(0);
  return text + rest;
};

StringDecoder.prototype.text = function text(chunk, offset) {
  this._open = Buffer.alloc(0);
  return this.write(chunk.subarray(offset));
};

Object.defineProperties(StringDecoder.prototype, {
  lastNeed: {
    get() {
      return this.encoding === 'utf8' && this._open.length > 0 ? needed(this._open) : 0;
    },
  },
  lastTotal: {
    get() {
      return this._open.length === 0 ? 0 : this._open.length + this.lastNeed;
    },
  },
});

function needed([first, ...rest]) {
  return (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2) - 1 - rest.length;
}

module.exports = { StringDecoder };

'use strict';
// The names of the encodings of buffers.

const { typeError } = require('node:internal/errors');

const NAMES = {
  __proto__: null,
  utf8: 'utf8',
  'utf-8': 'utf8',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
  latin1: 'latin1',
  binary: 'latin1',
  base64: 'base64',
  base64url: 'base64url',
  hex: 'hex',
  ascii: 'ascii',
};

/// Returns the usual name of an encoding, or `undefined`.
function normalized(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
  return typeof encoding === 'string' ? NAMES[encoding.toLowerCase()] : undefined;
}

/// Returns the usual name of an encoding, or throws.
function known(encoding) {
  const name = normalized(encoding);
  if (name === undefined) {
    const { format } = require('node:internal/format');
    throw typeError('ERR_UNKNOWN_ENCODING', format('Unknown encoding: %s', encoding));
  }
  return name;
}

module.exports = { known, normalized };

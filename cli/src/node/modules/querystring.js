'use strict';
// node:querystring: https://nodejs.org/api/querystring.html

function escape(value) {
  const text = typeof value === 'string' ? value : typeof value === 'object' ? String(value) : `${value}`;
  try {
    return encodeURIComponent(text);
  } catch {
    const { uriError } = require('node:internal/errors');
    throw uriError('ERR_INVALID_URI', 'URI malformed');
  }
}

/// Decodes what is valid, and leaves the rest. As in Node, of another character only the lower byte stays.
function unescapeBuffer(text) {
  const bytes = require('node:buffer').Buffer.allocUnsafe(text.length);
  let end = 0;
  for (let index = 0; index < text.length; index++) {
    const digits = text[index] === '%' ? text.slice(index + 1, index + 3) : '';
    const isEncoded = /^[\da-f]{2}$/i.test(digits);
    bytes[end++] = isEncoded ? Number.parseInt(digits, 16) : text.charCodeAt(index);
    if (isEncoded) index += 2;
  }
  return bytes.subarray(0, end);
}

function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return unescapeBuffer(text).toString();
  }
}

function primitive(value) {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
      return `${value}`;
    case 'number':
      return Number.isFinite(value) ? `${value}` : '';
    default:
      return '';
  }
}

function stringify(object, separator, equals, options) {
  if (object === null || typeof object !== 'object') return '';
  const encode = options?.encodeURIComponent ?? module.exports.escape;
  const pairs = Object.keys(object).flatMap(key => {
    const name = encode(primitive(key)) + (equals || '=');
    const values = Array.isArray(object[key]) ? object[key] : [object[key]];
    return Array.from(values, value => name + (primitive(value) === '' ? '' : encode(primitive(value))));
  });
  return pairs.join(separator || '&');
}

function parse(text, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof text !== 'string' || text.length === 0) return result;
  const custom = options?.decodeURIComponent ?? module.exports.unescape;
  const decode = part => decoded(part.replaceAll('+', ' '), custom);
  const most = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000;
  // Empty pairs count, too.
  let pairs = text.split(separator || '&');
  if (most > 0 && Number.isInteger(most)) pairs = pairs.slice(0, most);
  for (const pair of pairs.filter(it => it !== '')) {
    const sign = equals || '=';
    const at = pair.indexOf(sign);
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + sign.length));
    if (!(name in result)) result[name] = value;
    else if (Array.isArray(result[name])) result[name].push(value);
    else result[name] = [result[name], value];
  }
  return result;
}

/// Node's own decoder only sees what has an escape in it.
function decoded(text, decode) {
  if (decode === unescape && !/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decode(text);
  } catch {
    return unescape(text);
  }
}

module.exports = { decode: parse, encode: stringify, escape, parse, stringify, unescape, unescapeBuffer };

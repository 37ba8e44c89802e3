'use strict';
// node:querystring: https://nodejs.org/api/querystring.html

function escape(value) {
  const text = typeof value === 'string' ? value : typeof value === 'object' ? String(value) : `${value}`;
  try {
    return encodeURIComponent(text);
  } catch {
    const { error } = require('node:internal/errors');
    throw error('ERR_INVALID_URI', 'URI malformed');
  }
}

/// Decodes what is valid, and leaves the rest.
function unescapeBuffer(text) {
  const { Buffer } = require('node:buffer');
  const bytes = Array.from(Buffer.from(`${text}`));
  const decoded = [];
  for (let index = 0; index < bytes.length; index++) {
    const pair = bytes[index] === 0x25 ? String.fromCharCode(bytes[index + 1], bytes[index + 2]) : '';
    if (/^[\da-f]{2}$/i.test(pair)) {
      decoded.push(Number.parseInt(pair, 16));
      index += 2;
    } else decoded.push(bytes[index]);
  }
  return Buffer.from(decoded);
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
    return values.map(value => name + (primitive(value) === '' ? '' : encode(primitive(value))));
  });
  return pairs.join(separator || '&');
}

function parse(text, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof text !== 'string' || text.length === 0) return result;
  const decode = options?.decodeURIComponent ?? module.exports.unescape;
  const most = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000;
  let pairs = text.split(separator || '&').filter(pair => pair !== '');
  if (most > 0) pairs = pairs.slice(0, most);
  for (const pair of pairs) {
    const sign = equals || '=';
    const at = pair.indexOf(sign);
    const [name, value] = (at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + sign.length)]).map(part => {
      const spaced = part.replaceAll('+', ' ');
      try {
        return decode(spaced);
      } catch {
        return unescape(spaced);
      }
    });
    if (!(name in result)) result[name] = value;
    else if (Array.isArray(result[name])) result[name].push(value);
    else result[name] = [result[name], value];
  }
  return result;
}

module.exports = { decode: parse, encode: stringify, escape, parse, stringify, unescape, unescapeBuffer };

'use strict';
// util.format: https://nodejs.org/api/util.html#utilformatformat-args

const { checkObject } = require('node:internal/checks');
const { inspect, isBuiltIn } = require('node:internal/inspect');

function number(value, convert) {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return 'NaN';
  const converted = convert(value);
  return Object.is(converted, -0) ? '-0' : `${converted}`;
}

/// Whether a value is converted to a string by a function that is not that of the language.
function hasOwnConversion(value) {
  if (typeof value[Symbol.toPrimitive] === 'function' && !isBuiltInFor(value, Symbol.toPrimitive)) return true;
  return typeof value.toString === 'function' && !isBuiltInFor(value, 'toString');
}

function isBuiltInFor(value, key) {
  let owner = value;
  while (owner !== null && !Object.hasOwn(owner, key)) owner = Object.getPrototypeOf(owner);
  return owner !== null && owner !== value && isBuiltIn(owner);
}

function text(value, options) {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null || hasOwnConversion(value)) return String(value);
  return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
}

function json(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError && /circular|cyclic/i.test(error.message)) return '[Circular]';
    throw error;
  }
}

function replaced(specifier, value, options) {
  switch (specifier) {
    case 's':
      return text(value, options);
    case 'd':
      return number(value, Number);
    case 'i':
      return number(value, Number.parseInt);
    case 'f':
      return typeof value === 'bigint' ? `${Number(value)}` : number(value, Number.parseFloat);
    case 'j':
      return json(value);
    case 'o':
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 'O':
      return inspect(value, options);
    default:
      return '';
  }
}

function formatWithOptions(options, ...values) {
  checkObject(options, 'inspectOptions');
  return formatted(options, values);
}

function formatted(options, values) {
  const [first] = values;
  let result = '';
  let used = 0;
  if (typeof first === 'string') {
    if (values.length === 1) return first;
    used = 1;
    result = first.replace(/%([%sdifjoOc])/g, (whole, specifier) => {
      if (specifier === '%') return '%';
      return used < values.length ? replaced(specifier, values[used++], options) : whole;
    });
    if (values.length === 1) return result;
  }
  for (; used < values.length; used++) {
    const value = values[used];
    const shown =
      typeof value === 'string' ? value : inspect(value, { compact: 3, colors: false, depth: 2, ...options });
    result += used === 0 ? shown : ` ${shown}`;
  }
  return result;
}

const format = (...values) => formatted(undefined, values);

module.exports = { format, formatWithOptions };

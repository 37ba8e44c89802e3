'use strict';
// Checks of the types of arguments. Each throws an error with the name of the argument, as in Node.

const { invalidArgType, outOfRange } = require('node:internal/errors');

function checkType(value, name, type) {
  if (typeof value !== type) throw invalidArgType(name, `of type ${type}`, value);
}

const checkBoolean = (value, name) => checkType(value, name, 'boolean');
const checkFunction = (value, name) => checkType(value, name, 'function');
const checkString = (value, name) => checkType(value, name, 'string');

/// Throws unless a value is an object, and no array.
function checkObject(value, name) {
  if (value === null || Array.isArray(value) || typeof value !== 'object') {
    throw invalidArgType(name, 'of type object', value);
  }
}

function checkArray(value, name) {
  if (!Array.isArray(value)) throw invalidArgType(name, 'an instance of Array', value);
}

/// Throws unless a value is a number, and from `least` to `most`, if there are limits.
function checkNumber(value, name, least, most) {
  checkType(value, name, 'number');
  if (least === undefined || (value >= least && value <= most)) return;
  throw outOfRange(name, `>= ${least} && <= ${most}`, value);
}

/// Throws unless a value is an integer from `least` to `most`.
function checkInteger(value, name, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
  if (typeof value === 'number' && !Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  checkNumber(value, name, least, most);
}

module.exports = { checkArray, checkBoolean, checkFunction, checkInteger, checkNumber, checkObject, checkString };

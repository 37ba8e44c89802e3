'use strict';
// node:util/types: https://nodejs.org/api/util.html#utiltypes

const { kind } = require('node:internal/values');

const is =
  (...names) =>
  value =>
    names.includes(kind(value));
const isTypedArray = is('TypedArray');
const named = name => value =>
  isTypedArray(value) &&
  Object.getPrototypeOf(Uint8Array.prototype) &&
  Reflect.get(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag, value) === name;
const tagged = tag => value => kind(value) === 'Other' && Object.prototype.toString.call(value) === `[object ${tag}]`;
const functionWith = tag => value => {
  if (typeof value !== 'function') return false;
  const text = Object.prototype.toString.call(value);
  return tag.includes(text.slice(8, -1));
};
const isBoxed = is('Boolean', 'Number', 'String', 'BigInt', 'Symbol');

// In the order of Node, for programs that list them.
module.exports = {
  isArgumentsObject: tagged('Arguments'),
  isArrayBuffer: is('ArrayBuffer'),
  isAsyncFunction: functionWith(['AsyncFunction', 'AsyncGeneratorFunction']),
  isBigIntObject: is('BigInt'),
  isBooleanObject: is('Boolean'),
  isDate: is('Date'),
  isExternal: () => false,
  isGeneratorFunction: functionWith(['GeneratorFunction', 'AsyncGeneratorFunction']),
  isGeneratorObject: value => /^\[object (Async)?Generator\]$/.test(Object.prototype.toString.call(value)),
  isMap: is('Map'),
  isMapIterator: tagged('Map Iterator'),
  isModuleNamespaceObject: is('Module'),
  isNativeError: is('Error'),
  isNumberObject: is('Number'),
  isPromise: is('Promise'),
  isProxy: is('Proxy'),
  isRegExp: is('RegExp'),
  isSet: is('Set'),
  isSetIterator: tagged('Set Iterator'),
  isSharedArrayBuffer: tagged('SharedArrayBuffer'),
  isStringObject: is('String'),
  isSymbolObject: is('Symbol'),
  isWeakMap: is('WeakMap'),
  isWeakSet: is('WeakSet'),
  isAnyArrayBuffer: value => kind(value) === 'ArrayBuffer' || tagged('SharedArrayBuffer')(value),
  isBoxedPrimitive: value => isBoxed(value),
  isArrayBufferView: value => ArrayBuffer.isView(value),
  isDataView: is('DataView'),
  isTypedArray,
  isUint8Array: named('Uint8Array'),
  isUint8ClampedArray: named('Uint8ClampedArray'),
  isUint16Array: named('Uint16Array'),
  isUint32Array: named('Uint32Array'),
  isInt8Array: named('Int8Array'),
  isInt16Array: named('Int16Array'),
  isInt32Array: named('Int32Array'),
  isFloat16Array: named('Float16Array'),
  isFloat32Array: named('Float32Array'),
  isFloat64Array: named('Float64Array'),
  isBigInt64Array: named('BigInt64Array'),
  isBigUint64Array: named('BigUint64Array'),
  isKeyObject: () => false,
  isCryptoKey: () => false,
};

'use strict';
// node:stream: the package readable-stream, which is Node's own code as a package.

const { error } = require('node:internal/errors');

/// Returns the package, if the program has version 4 or later: older ones need Node's own streams.
function installed() {
  try {
    return require('readable-stream');
  } catch (failure) {
    if (failure.code === 'MODULE_NOT_FOUND') return undefined;
    throw failure;
  }
}

function missing(name) {
  const member = function () {
    const message = `stream.${name} needs the package readable-stream, version 4 or later: npm install readable-stream`;
    throw error('ERR_MODULE_NOT_FOUND', message);
  };
  return Object.defineProperty(member, 'name', { value: name.split('.').at(-1) });
}

/// The static methods of classes.
const STATIC = {
  Duplex: ['from', 'fromWeb', 'toWeb'],
  Readable: ['from', 'fromWeb', 'isDisturbed', 'toWeb', 'wrap'],
  Writable: ['fromWeb', 'toWeb'],
};

const NAMES = [
  'Duplex',
  'PassThrough',
  'Readable',
  'Stream',
  'Transform',
  'Writable',
  'addAbortSignal',
  'compose',
  'destroy',
  'finished',
  'getDefaultHighWaterMark',
  'isDisturbed',
  'isErrored',
  'isReadable',
  'pipeline',
  'setDefaultHighWaterMark',
];

function withoutPackage() {
  const Stream = missing('Stream');
  for (const name of NAMES) Stream[name] = name === 'Stream' ? Stream : missing(name);
  // Libraries ask `value instanceof Stream`, and extend these classes.
  Object.setPrototypeOf(Stream.prototype, require('node:events').prototype);
  for (const name of ['Readable', 'Writable']) Object.setPrototypeOf(Stream[name].prototype, Stream.prototype);
  for (const name of ['Duplex', 'Transform', 'PassThrough']) {
    Object.setPrototypeOf(Stream[name].prototype, Stream.Readable.prototype);
  }
  for (const [name, methods] of Object.entries(STATIC)) {
    for (const method of methods) Stream[name][method] = missing(`${name}.${method}`);
  }
  Stream.promises = { finished: missing('promises.finished'), pipeline: missing('promises.pipeline') };
  return Stream;
}

const streams = installed();
if (streams?.finished) require('node:internal/web_streams')(streams);
const found = streams ?? withoutPackage();

exports = module.exports = found.Stream ?? found;
exports.Duplex = found.Duplex;
exports.PassThrough = found.PassThrough;
exports.Readable = found.Readable;
exports.Stream = found.Stream;
exports.Transform = found.Transform;
exports.Writable = found.Writable;
exports.addAbortSignal = found.addAbortSignal;
exports.compose = found.compose;
exports.destroy = found.destroy;
exports.finished = found.finished;
exports.getDefaultHighWaterMark = found.getDefaultHighWaterMark ?? (isObject => (isObject ? 16 : 65536));
exports.isDisturbed = found.isDisturbed;
exports.duplexPair = found.duplexPair ?? missing('duplexPair');
exports.isDestroyed = found.isDestroyed ?? (stream => stream.destroyed);
exports.isErrored = found.isErrored;
exports.isReadable = found.isReadable;
exports.isWritable = found.isWritable ?? (stream => stream.writable);
exports.pipeline = found.pipeline;
if (!('promises' in exports)) exports.promises = found.promises;
exports.setDefaultHighWaterMark = found.setDefaultHighWaterMark;

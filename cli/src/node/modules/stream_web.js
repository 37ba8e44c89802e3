'use strict';
// node:stream/web: the streams of the web.

const { missing } = require('node:internal/missing')('stream/web');
const own = name => globalThis[name] ?? missing(name, 'it does not have this class');

module.exports = {
  ByteLengthQueuingStrategy: own('ByteLengthQueuingStrategy'),
  CompressionStream: own('CompressionStream'),
  CountQueuingStrategy: own('CountQueuingStrategy'),
  DecompressionStream: own('DecompressionStream'),
  ReadableByteStreamController: own('ReadableByteStreamController'),
  ReadableStream: own('ReadableStream'),
  ReadableStreamBYOBReader: own('ReadableStreamBYOBReader'),
  ReadableStreamBYOBRequest: own('ReadableStreamBYOBRequest'),
  ReadableStreamDefaultController: own('ReadableStreamDefaultController'),
  ReadableStreamDefaultReader: own('ReadableStreamDefaultReader'),
  TextDecoderStream: own('TextDecoderStream'),
  TextEncoderStream: own('TextEncoderStream'),
  TransformStream: own('TransformStream'),
  TransformStreamDefaultController: own('TransformStreamDefaultController'),
  WritableStream: own('WritableStream'),
  WritableStreamDefaultController: own('WritableStreamDefaultController'),
  WritableStreamDefaultWriter: own('WritableStreamDefaultWriter'),
};

'use strict';
// `toWeb` and `fromWeb` of Node's streams: the adapters of lib/internal/webstreams/adapters.js, which the package
// readable-stream lacks.

const { invalidArgType } = require('node:internal/errors');

/** A strategy as Node chooses it: chunks count, bytes do not. */
function strategyOf(isObjectMode, highWaterMark) {
  return isObjectMode ? new CountQueuingStrategy({ highWaterMark }) : { highWaterMark };
}

/** A Uint8Array instead of a Buffer, which is a class of Node. */
function plainBytes(chunk, isObjectMode) {
  const isBuffer = !isObjectMode && ArrayBuffer.isView(chunk) && chunk.constructor !== Uint8Array;
  return isBuffer ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength) : chunk;
}

function aborted() {
  return Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });
}

/** `Readable.toWeb`: the stream flows while the web stream wants more. */
function readableToWeb(readable, options, { finished }) {
  const { readableObjectMode: isObjectMode, readableHighWaterMark: highWaterMark } = readable;
  let controller;
  readable.pause();
  const stream = new ReadableStream({
    start(given) {
      controller = given;
    },
    pull() {
      readable.resume();
    },
    cancel(reason) {
      readable.destroy(reason);
    },
  }, options?.strategy ?? strategyOf(isObjectMode, highWaterMark));
  const stop = finished(readable, { writable: false }, error => {
    stop();
    // What destroys the stream may emit more errors.
    readable.on('error', () => {});
    const ended = controller;
    controller = undefined;
    try {
      if (error) ended.error(error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? aborted() : error);
      else ended.close();
    } catch {
      // It has been canceled.
    }
  });
  readable.on('data', chunk => {
    if (!controller) return;
    controller.enqueue(plainBytes(chunk, isObjectMode));
    if (controller.desiredSize <= 0) readable.pause();
  });
  return stream;
}

/** `Readable.fromWeb`. */
function readableFromWeb(stream, options, { Readable }) {
  const reader = stream.getReader();
  let isClosed = false;
  const readable = new Readable({
    ...options,
    read() {
      reader.read().then(({ value, done }) => readable.push(done ? null : value), error => readable.destroy(error));
    },
    destroy(error, callback) {
      const end = () => callback(error);
      if (isClosed) end();
      else reader.cancel(error).then(end, end);
    },
  });
  reader.closed.then(() => {
    isClosed = true;
  }, error => {
    isClosed = true;
    readable.destroy(error);
  });
  return readable;
}

/** `Writable.toWeb`: a write waits until the stream has drained. */
function writableToWeb(writable, { finished }) {
  let controller, drained, closed;
  const stop = finished(writable, { readable: false }, error => {
    stop();
    writable.on('error', () => {});
    if (error) {
      drained?.reject(error);
      closed?.reject(error);
      controller.error(error);
    } else if (closed) {
      closed.resolve();
    } else {
      controller.error(aborted());
    }
  });
  writable.on('drain', () => drained?.resolve());
  return new WritableStream({
    start(given) {
      controller = given;
    },
    async write(chunk) {
      if (!writable.writableNeedDrain && writable.write(chunk)) return;
      drained = Promise.withResolvers();
      await drained.promise.finally(() => {
        drained = undefined;
      });
    },
    abort(reason) {
      writable.destroy(reason);
    },
    close() {
      closed = Promise.withResolvers();
      writable.end();
      return closed.promise;
    },
  }, strategyOf(writable.writableObjectMode, writable.writableHighWaterMark));
}

/** `Writable.fromWeb`. */
function writableFromWeb(stream, options, { Writable }) {
  const writer = stream.getWriter();
  let isClosed = false;
  const writable = new Writable({
    ...options,
    write(chunk, encoding, callback) {
      const bytes = typeof chunk === 'string' ? chunk : plainBytes(chunk, options?.objectMode);
      writer.ready.then(() => writer.write(bytes)).then(() => callback(), callback);
    },
    final(callback) {
      if (isClosed) callback();
      else writer.close().then(() => callback(), callback);
    },
    destroy(error, callback) {
      const end = () => callback(error);
      if (isClosed || !error) end();
      else writer.abort(error).then(end, end);
    },
  });
  writer.closed.then(() => {
    isClosed = true;
  }, error => {
    isClosed = true;
    writable.destroy(error);
  });
  return writable;
}

/** `Duplex.toWeb`. A side that the stream does not have has ended. */
function duplexToWeb(duplex, streams) {
  const { Readable, Writable } = streams;
  if (typeof duplex?.write !== 'function' || typeof duplex.read !== 'function') {
    throw invalidArgType('duplex', 'an instance of stream.Duplex', duplex);
  }
  const ended = new Readable({ read() { this.push(null); } });
  return {
    readable: readableToWeb(duplex.readable ? duplex : ended, undefined, streams),
    writable: duplex.writable ? writableToWeb(duplex, streams) : closedWritable(new Writable(), streams),
  };
}

function closedWritable(writable, streams) {
  const stream = writableToWeb(writable, streams);
  stream.close();
  return stream;
}

/** `Duplex.fromWeb`: a stream that is read from one and written to the other. */
function duplexFromWeb(pair, options, { Duplex, Readable, Writable }) {
  const { readable, writable } = pair;
  if (!(readable instanceof ReadableStream)) {
    throw invalidArgType('pair.readable', 'an instance of ReadableStream', readable);
  }
  if (!(writable instanceof WritableStream)) {
    throw invalidArgType('pair.writable', 'an instance of WritableStream', writable);
  }
  return Duplex.from({
    readable: Readable.fromWeb(readable, options),
    writable: Writable.fromWeb(writable, options),
  });
}

/** Adds the functions to the classes of a package. */
module.exports = function addWebStreams(streams) {
  streams.Readable.toWeb = (readable, options) => readableToWeb(readable, options, streams);
  streams.Readable.fromWeb = (stream, options) => readableFromWeb(stream, options, streams);
  streams.Duplex.toWeb = duplex => duplexToWeb(duplex, streams);
  streams.Duplex.fromWeb = (pair, options) => duplexFromWeb(pair, options, streams);
  streams.Writable.toWeb = writable => writableToWeb(writable, streams);
  streams.Writable.fromWeb = (stream, options) => writableFromWeb(stream, options, streams);
};

'use strict';
// process.stdout, process.stderr and process.stdin, without the package readable-stream.

const EventEmitter = require('node:events');
const host = require('node:internal/host');
const { known } = require('node:internal/encodings');
const { invalidArgType, error } = require('node:internal/errors');

class Output extends EventEmitter {
  constructor(fd) {
    super();
    this.fd = fd;
    this.isTTY = host.isTerminal(fd);
    if (this.isTTY) [this.columns, this.rows] = [Number(host.env().COLUMNS) || 80, Number(host.env().LINES) || 24];
    this.writable = true;
    this.writableLength = 0;
    this.writableNeedDrain = false;
    this.destroyed = false;
    this._type = this.isTTY ? 'tty' : 'pipe';
  }

  write(chunk, encoding, callback) {
    const done = typeof encoding === 'function' ? encoding : callback;
    if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) {
      throw invalidArgType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', chunk);
    }
    if (typeof encoding === 'string') known(encoding);
    host.write(this.fd === 2, typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
    if (typeof done === 'function') queueMicrotask(() => done(null));
    return true;
  }

  end(chunk, encoding, callback) {
    if (chunk !== undefined && typeof chunk !== 'function') this.write(chunk, encoding);
    const done = [chunk, encoding, callback].find(argument => typeof argument === 'function');
    queueMicrotask(() => {
      done?.();
      this.emit('finish');
    });
    return this;
  }

  cork() {}
  uncork() {}
  destroy() {
    return this;
  }
  getWindowSize() {
    return [this.columns ?? 80, this.rows ?? 24];
  }
  getColorDepth() {
    return this.isTTY ? 8 : 1;
  }
  hasColors(count = 16) {
    return this.isTTY && (typeof count === 'number' ? count <= 256 : true);
  }
  cursorTo(x, y, callback) {
    this.write(y === undefined || typeof y === 'function' ? `\u001b[${x + 1}G` : `\u001b[${y + 1};${x + 1}H`);
    [y, callback].find(argument => typeof argument === 'function')?.();
    return true;
  }
  moveCursor(dx, dy) {
    const horizontal = dx === 0 ? '' : dx > 0 ? `\u001b[${dx}C` : `\u001b[${-dx}D`;
    const vertical = dy === 0 ? '' : dy > 0 ? `\u001b[${dy}B` : `\u001b[${-dy}A`;
    return this.write(horizontal + vertical);
  }
  clearLine(direction) {
    return this.write(`\u001b[${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`);
  }
  clearScreenDown() {
    return this.write('\u001b[0J');
  }
}

/// Standard input cannot be read: the command reads it itself if it contains the program.
class Input extends EventEmitter {
  fd = 0;
  isTTY = host.isTerminal(0);
  readable = false;

  #refuse() {
    throw error(
      'ERR_METHOD_NOT_IMPLEMENTED',
      'process.stdin cannot be read in posttask: pass data as arguments or files',
    );
  }
  read() {
    this.#refuse();
  }
  pipe() {
    this.#refuse();
  }
  resume() {
    this.#refuse();
  }
  [Symbol.asyncIterator]() {
    this.#refuse();
  }
  on(type, listener) {
    if (type === 'data' || type === 'readable') this.#refuse();
    return super.on(type, listener);
  }
  pause() {
    return this;
  }
  setEncoding() {
    return this;
  }
  setRawMode() {
    return this;
  }
  unref() {
    return this;
  }
  ref() {
    return this;
  }
}

module.exports = { stdin: new Input(), stdout: new Output(1), stderr: new Output(2) };

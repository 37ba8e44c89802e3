'use strict';
// FileHandle: https://nodejs.org/api/fs.html#class-filehandle. It reads and writes whole files.

const { Buffer } = require('node:buffer');
const EventEmitter = require('node:events');
const { checkInteger } = require('node:internal/checks');
const { error, invalidArgType, invalidArgValue, outOfRange } = require('node:internal/errors');
const { operations, pathOf } = require('node:internal/files');
const { missing } = require('node:internal/missing')('FileHandle');

/// What the flags of `open` allow, and what they do at once.
const FLAGS = {
  r: { reads: true },
  'r+': { reads: true, writes: true },
  w: { writes: true, creates: true, truncates: true },
  'w+': { reads: true, writes: true, creates: true, truncates: true },
  a: { writes: true, creates: true, appends: true },
  'a+': { reads: true, writes: true, creates: true, appends: true },
};

/// The number of the last handle. Handles belong to no open files of the system.
let last = 2;

function badDescriptor(call) {
  const message = `EBADF: bad file descriptor, ${call}`;
  return Object.assign(new Error(message), { errno: -9, code: 'EBADF', syscall: call });
}

const joined = buffers =>
  Buffer.concat(buffers.map(view => Buffer.from(view.buffer, view.byteOffset, view.byteLength)));

function checkViews(buffers) {
  if (Array.isArray(buffers) && buffers.every(ArrayBuffer.isView)) return;
  throw invalidArgType('buffers', 'an ArrayBufferView[]', buffers);
}

class FileHandle extends EventEmitter {
  #path;
  #flags;
  #position = 0;
  fd = ++last;

  constructor(path, flags) {
    super();
    this.#path = path;
    this.#flags = flags;
  }

  #check(call, need) {
    if (this.fd === -1) throw Object.assign(new Error('file closed'), { code: 'EBADF', syscall: call });
    if (need && !this.#flags[need]) throw badDescriptor(call);
  }

  async read(first, ...rest) {
    this.#check('read', 'reads');
    const isOptions = first === undefined || !ArrayBuffer.isView(first);
    const options = isOptions ? (first ?? {}) : typeof rest[0] === 'object' ? rest[0] : undefined;
    const buffer = isOptions ? (options.buffer ?? Buffer.alloc(16384)) : first;
    const [offset = 0, length = buffer.byteLength - offset, position = null] = options
      ? [options.offset, options.length, options.position]
      : rest;
    checkInteger(offset, 'offset', 0);
    checkInteger(length, 'length');
    if (length < 0) throw outOfRange('length', '>= 0', length);
    const space = buffer.byteLength - offset;
    if (length > space) throw outOfRange('length', `<= ${space}`, length);
    const start = position === null || position === -1 ? this.#position : Number(position);
    const bytes = operations.readFile(this.#path).subarray(start, start + length);
    new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, offset);
    if (position === null || position === -1) this.#position += bytes.length;
    return { bytesRead: bytes.length, buffer };
  }

  async readFile(options) {
    this.#check('read', 'reads');
    const bytes = operations.readFile(this.#path).subarray(this.#position);
    this.#position += bytes.length;
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding ? bytes.toString(encoding) : bytes;
  }

  async *readLines(options) {
    const text = await this.readFile(options?.encoding ?? 'utf8');
    try {
      yield* text.split(/\r?\n/).slice(0, text.endsWith('\n') || text === '' ? -1 : undefined);
    } finally {
      await this.close();
    }
  }

  async write(data, first, second, third) {
    this.#check('write', 'writes');
    const isText = typeof data === 'string';
    if (!isText && !ArrayBuffer.isView(data)) {
      throw invalidArgType('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
    }
    const [offset, length, position] = isText ? [0, undefined, first] : [first ?? 0, second, third];
    const all = isText ? Buffer.from(data, second) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const bytes = all.subarray(offset, length === undefined ? undefined : offset + length);
    if (this.#flags.appends) {
      operations.appendFile(this.#path, bytes);
    } else if (bytes.length > 0) {
      const start = typeof position === 'number' ? position : this.#position;
      const before = operations.readFile(this.#path);
      const after = Buffer.alloc(Math.max(before.length, start + bytes.length));
      after.set(before);
      after.set(bytes, start);
      operations.writeFile(this.#path, after);
      if (typeof position !== 'number') this.#position += bytes.length;
    }
    return { bytesWritten: bytes.length, buffer: data };
  }

  async readv(buffers, position = null) {
    checkViews(buffers);
    const { bytesRead, buffer } = await this.read({ buffer: joined(buffers), position });
    let start = 0;
    for (const view of buffers) {
      const bytes = buffer.subarray(start, Math.min(bytesRead, start + view.byteLength));
      new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes);
      start += view.byteLength;
      if (start >= bytesRead) break;
    }
    return { bytesRead, buffers };
  }

  async writev(buffers, position = null) {
    checkViews(buffers);
    const { bytesWritten } = await this.write(joined(buffers), 0, undefined, position);
    return { bytesWritten, buffers };
  }

  async chmod() {
    missing('chmod', 'permissions cannot be changed')();
  }

  async chown() {
    missing('chown', 'owners cannot be changed')();
  }

  async utimes() {
    missing('utimes', 'times cannot be changed')();
  }

  async writeFile(data, options) {
    await this.write(typeof data === 'string' ? Buffer.from(data, options?.encoding ?? options) : data);
  }

  async appendFile(data, options) {
    await this.writeFile(data, options);
  }

  async truncate(length = 0) {
    this.#check('ftruncate', 'writes');
    checkInteger(length, 'len');
    const after = Buffer.alloc(Math.max(0, length));
    after.set(operations.readFile(this.#path).subarray(0, after.length));
    operations.writeFile(this.#path, after);
  }

  async stat(options) {
    this.#check('fstat');
    return operations.stat(this.#path, options);
  }

  async sync() {
    this.#check('fsync');
  }

  async datasync() {
    this.#check('fdatasync');
  }

  createReadStream(options) {
    this.#check('read', 'reads');
    return require('node:fs').createReadStream(this.#path, options);
  }

  createWriteStream(options) {
    this.#check('write', 'writes');
    return require('node:fs').createWriteStream(this.#path, { flags: this.#flags.appends ? 'a' : 'w', ...options });
  }

  readableWebStream() {
    this.#check('read', 'reads');
    const bytes = operations.readFile(this.#path);
    return new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes));
        controller.close();
      },
    });
  }

  async close() {
    if (this.fd === -1) return;
    this.fd = -1;
    this.emit('close');
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }
}

/// `fs.promises.open(path, flags)`.
function open(file, flags = 'r') {
  const path = pathOf(file);
  const [name, isExclusive] = [String(flags).replace(/[sx]/g, ''), String(flags).includes('x')];
  const found = FLAGS[name];
  if (!found) throw invalidArgValue('flags', flags);
  const there = require('node:fs').existsSync(path);
  if (there && isExclusive) {
    const message = `EEXIST: file already exists, open '${path}'`;
    throw Object.assign(error('EEXIST', message), { errno: -17, code: 'EEXIST', syscall: 'open', path });
  }
  if (!there && found.creates) operations.writeFile(path, '');
  else if (found.truncates) operations.writeFile(path, '');
  else if (found.writes) operations.appendFile(path, '');
  else operations.readFile(path);
  return new FileHandle(path, found);
}

module.exports = { FileHandle, open };

'use strict';
// The operations of node:fs and node:fs/promises, which all end before they return.

const { Buffer } = require('node:buffer');
const { checkNumber } = require('node:internal/checks');
const { normalized } = require('node:internal/encodings');
const { invalidArgType, invalidArgValue, outOfRange, rangeError, typeError } = require('node:internal/errors');
const host = require('node:internal/host_files');
const path = require('node:path');

function pathOf(value, name = 'path') {
  if (value instanceof URL) return require('node:url').fileURLToPath(value);
  if (Buffer.isBuffer(value)) return value.toString();
  if (typeof value !== 'string') {
    throw invalidArgType(name, 'of type string or an instance of Buffer or URL', value);
  }
  if (value.includes('\0')) {
    throw invalidArgValue(name, value, 'must be a string, Uint8Array, or URL without null bytes');
  }
  return value;
}

/// Returns the options of an operation, which can also be an encoding.
function optionsOf(options) {
  if (options === undefined || options === null || typeof options === 'function') return {};
  const given = typeof options === 'string' ? { encoding: options } : options;
  if (typeof given !== 'object') throw invalidArgType('options', 'one of type string or object', options);
  const { encoding } = given;
  if (encoding && encoding !== 'buffer' && (typeof encoding !== 'string' || !normalized(encoding))) {
    throw invalidArgValue('encoding', encoding, 'is invalid encoding');
  }
  return given;
}

const encodingOf = ({ encoding }) => (encoding && encoding !== 'buffer' ? normalized(encoding) : undefined);

const KINDS = { isFile: 'file', isDirectory: 'folder', isSymbolicLink: 'link' };
const OTHERS = ['isBlockDevice', 'isCharacterDevice', 'isFIFO', 'isSocket'];

function withKinds(target) {
  for (const [name, kind] of Object.entries(KINDS)) {
    target.prototype[name] = function () {
      return kinds.get(this) === kind;
    };
  }
  for (const name of OTHERS) target.prototype[name] = () => false;
}

const kinds = new WeakMap();
const MODES = { file: 0o100000, folder: 0o040000, link: 0o120000, other: 0 };

class Stats {
  constructor([kind, size, atimeMs, mtimeMs, birthtimeMs, mode]) {
    Object.assign(this, {
      dev: 0,
      mode: MODES[kind] | mode,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      blksize: 4096,
      ino: 0,
      size,
    });
    Object.assign(this, { blocks: Math.ceil(size / 512), atimeMs, mtimeMs, ctimeMs: mtimeMs, birthtimeMs });
    for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) this[name] = new Date(this[`${name}Ms`]);
    kinds.set(this, kind);
  }
}
withKinds(Stats);

class Dirent {
  constructor(name, parentPath, kind) {
    Object.assign(this, { name, parentPath, path: parentPath });
    kinds.set(this, kind);
  }
}
withKinds(Dirent);

function readFile(file, given) {
  const options = optionsOf(given);
  if (typeof file === 'number')
    throw invalidArgValue('path', file, 'must be a path: there are no file descriptors here');
  const bytes = Buffer.from(host.read(pathOf(file)));
  const encoding = encodingOf(options);
  return encoding ? bytes.toString(encoding) : bytes;
}

function readdir(folder, given) {
  const { encoding, recursive, withFileTypes } = optionsOf(given);
  const root = pathOf(folder);
  const shown = name => (encoding && encoding !== 'utf8' ? named(name, encoding) : name);
  const found = [];
  const visit = inner => {
    // Messages contain the path as it was passed.
    const current = inner === '' ? root : path.join(root, inner);
    const entries = host.list(current);
    for (let at = 0; at < entries.length; at += 2) {
      const name = path.join(inner, entries[at]);
      found.push(withFileTypes ? new Dirent(shown(entries[at]), current, entries[at + 1]) : shown(name));
      if (recursive && entries[at + 1] === 'folder') visit(name);
    }
  };
  visit('');
  return found;
}

const named = (name, encoding) => {
  const bytes = Buffer.from(name);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
};

function statWith(followsLinks) {
  return (file, options) => {
    try {
      return new Stats(host.stat(pathOf(file), followsLinks));
    } catch (failure) {
      const isMissing = failure.code === 'ENOENT' || failure.code === 'ENOTDIR';
      if (options?.throwIfNoEntry === false && isMissing) return undefined;
      throw failure;
    }
  };
}
const stat = statWith(true);

/// Permissions are not looked at: what can be found can be read.
function access(file, mode) {
  const name = pathOf(file);
  checkMode(mode);
  try {
    host.stat(name, true);
  } catch (failure) {
    throw renamed(failure, 'stat', 'access');
  }
}

function checkMode(mode) {
  if (mode === undefined || mode === null) return;
  if (typeof mode !== 'number') {
    throw typeError('ERR_INVALID_ARG_TYPE', 'mode must be int32 or null/undefined');
  }
  if (mode >= 0 && mode <= 7) return;
  const range = Number.isFinite(mode) ? ': >= 0 && <= 7' : '';
  throw rangeError('ERR_OUT_OF_RANGE', `mode is out of range${range}`);
}

/// As in Node, values that are no paths are converted, and errors come from looking at the parts of the path.
function realpath(file, options) {
  optionsOf(options);
  const isPath = file instanceof URL || Buffer.isBuffer(file);
  const name = path.resolve(pathOf(isPath ? file : `${file}`));
  try {
    return host.realPath(name);
  } catch (failure) {
    const parents = [];
    for (let part = name; part !== path.dirname(part); part = path.dirname(part)) parents.unshift(part);
    for (const part of parents) host.stat(part, false);
    throw failure;
  }
}

/// Names another call of the system in an error.
function renamed(failure, from, to) {
  if (failure.syscall !== from) return failure;
  failure.syscall = to;
  failure.message = failure.message.replace(`, ${from} '`, `, ${to} '`);
  return failure;
}

function bytesOf(data, options) {
  if (typeof data === 'string') return Buffer.from(data, encodingOf(optionsOf(options)));
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw invalidArgType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
}

function writeFile(file, data, options) {
  const flag = typeof options === 'object' ? (options?.flag ?? 'w') : 'w';
  host.write(pathOf(file), bytesOf(data, options), flag.startsWith('a'));
}

function mkdir(folder, options) {
  const name = pathOf(folder);
  if (!options?.recursive) return void host.makeFolder(name, false);
  // Returns the first folder that did not exist.
  let first;
  for (let at = path.resolve(name); !exists(at); at = path.dirname(at)) first = at;
  host.makeFolder(name, true);
  return first;
}

function rm(file, { recursive = false, force = false } = {}) {
  const name = pathOf(file);
  try {
    if (!recursive && host.stat(name, false)[0] === 'folder') host.remove(name, 'rmdir');
    else host.remove(name, 'rm');
  } catch (failure) {
    if (!(force && failure.code === 'ENOENT')) throw failure;
  }
}

function exists(file) {
  try {
    host.stat(pathOf(file), true);
    return true;
  } catch {
    return false;
  }
}

function mkdtemp(prefix) {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const letters = Array.from({ length: 6 }, () => characters[Math.floor(Math.random() * characters.length)]);
  const name = `${pathOf(prefix, 'prefix')}${letters.join('')}`;
  host.makeFolder(name, false);
  return name;
}

/// Checks the mode of a copy.
function checkCopyMode(mode) {
  checkNumber(mode, 'mode');
  if (!(Number.isInteger(mode) && mode >= 0 && mode <= 7)) throw outOfRange('mode', '>= 0 && <= 7', mode);
}

/// `copyFile(from, to, mode)`. Whether blocks are shared is up to the system.
function copyFile(from, to, mode = 0) {
  const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')];
  checkCopyMode(mode);
  host.copy(source, target, (mode & constants.COPYFILE_EXCL) !== 0);
}

const operations = {
  access,
  appendFile: (file, data, options) => host.write(pathOf(file), bytesOf(data, options), true),
  copyFile,
  lstat: statWith(false),
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink: file => host.readLink(pathOf(file)),
  realpath,
  realpathOfSystem: file => host.realPath(pathOf(file)),
  rename: (from, to) => host.rename(pathOf(from, 'oldPath'), pathOf(to, 'newPath')),
  rm,
  rmdir: folder => host.remove(pathOf(folder), 'rmdir'),
  stat,
  unlink: file => host.remove(pathOf(file), 'unlink'),
  writeFile,
};

const constants = {
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  COPYFILE_EXCL: 1,
  COPYFILE_FICLONE: 2,
  COPYFILE_FICLONE_FORCE: 4,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 64,
  O_EXCL: 128,
  O_TRUNC: 512,
  O_APPEND: 1024,
  S_IFMT: 61440,
  S_IFREG: 32768,
  S_IFDIR: 16384,
  S_IFLNK: 40960,
};

module.exports = { Dirent, Stats, checkCopyMode, constants, exists, operations, pathOf };

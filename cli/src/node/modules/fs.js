'use strict';
// node:fs: https://nodejs.org/api/fs.html. Files are read where modules may be, and written with --allow-write.

const { checkFunction } = require('node:internal/checks');
const { cpSync, cpWithCallback } = require('node:internal/cp');
const { Dirent, Stats, constants, exists: existsSync, operations, pathOf } = require('node:internal/files');
const { missing } = require('node:internal/missing')('fs');

const handles = 'there are no file descriptors; read and write whole files';
const fixed = 'owners, permissions and times cannot be changed';
const links = 'links cannot be created';
const folders = 'use readdir';
const watching = 'files cannot be watched; --watch reruns a program';

/// Returns the version of an operation with a callback, which is called in a task.
function withCallback(name) {
  return Object.defineProperty(
    (...args) => {
      const callback = args.pop();
      checkFunction(callback, 'cb');
      let failure = null;
      let result;
      try {
        result = operations[name](...args);
      } catch (thrown) {
        if (`${thrown.code}`.startsWith('ERR_')) throw thrown;
        failure = thrown;
      }
      setTimeout(() => (failure ? callback(failure) : callback(null, result)), 0);
    },
    'name',
    { value: name },
  );
}

const realpath = withCallback('realpath');
realpath.native = withCallback('realpathOfSystem');
const realpathSync = (...args) => operations.realpath(...args);
realpathSync.native = operations.realpathOfSystem;

function exists(file, callback) {
  setTimeout(() => callback(existsSync(file)), 0);
}

/// Standard output and standard error can be written like files.
function writeSync(fd, data) {
  const { stderr, stdout } = require('node:internal/stdio');
  if (fd !== 1 && fd !== 2) return missing('writeSync', handles)();
  (fd === 1 ? stdout : stderr).write(data);
  return typeof data === 'string' ? require('node:buffer').Buffer.byteLength(data) : data.byteLength;
}

function createReadStream(file, options) {
  const { Readable } = require('node:stream');
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const { start = 0, end = Infinity } = options ?? {};
  const stream = new Readable({
    encoding,
    read() {
      try {
        const bytes = operations.readFile(file).subarray(start, end + 1);
        for (let at = 0; at < bytes.length; at += 65536) this.push(bytes.subarray(at, at + 65536));
        this.push(null);
      } catch (failure) {
        this.destroy(failure);
      }
    },
  });
  stream.path = pathOf(file);
  return stream;
}

function createWriteStream(file, options) {
  const { Writable } = require('node:stream');
  const flags = options?.flags ?? 'w';
  let isFirst = !flags.startsWith('a');
  const write = (chunk, encoding, callback) => {
    try {
      operations[isFirst ? 'writeFile' : 'appendFile'](file, chunk);
      isFirst = false;
      callback();
    } catch (failure) {
      callback(failure);
    }
  };
  const final = callback => (isFirst ? write('', undefined, callback) : callback());
  const stream = new Writable({ write, final });
  stream.path = pathOf(file);
  return stream;
}

module.exports = {
  Dir: missing('Dir', folders),
  Dirent,
  ReadStream: missing('ReadStream', 'use createReadStream'),
  Stats,
  WriteStream: missing('WriteStream', 'use createWriteStream'),
  access: withCallback('access'),
  accessSync: operations.access,
  appendFile: withCallback('appendFile'),
  appendFileSync: operations.appendFile,
  chmod: missing('chmod', fixed),
  chmodSync: missing('chmodSync', fixed),
  chown: missing('chown', fixed),
  chownSync: missing('chownSync', fixed),
  close: missing('close', handles),
  closeSync: missing('closeSync', handles),
  constants,
  copyFile: withCallback('copyFile'),
  copyFileSync: operations.copyFile,
  cp: cpWithCallback,
  cpSync,
  createReadStream,
  createWriteStream,
  exists,
  existsSync,
  fchmod: missing('fchmod', fixed),
  fchmodSync: missing('fchmodSync', fixed),
  fchown: missing('fchown', fixed),
  fchownSync: missing('fchownSync', fixed),
  fdatasync: missing('fdatasync', handles),
  fdatasyncSync: missing('fdatasyncSync', handles),
  fstat: missing('fstat', handles),
  fstatSync: missing('fstatSync', handles),
  fsync: missing('fsync', handles),
  fsyncSync: missing('fsyncSync', handles),
  ftruncate: missing('ftruncate', handles),
  ftruncateSync: missing('ftruncateSync', handles),
  futimes: missing('futimes', fixed),
  futimesSync: missing('futimesSync', fixed),
  glob: missing('glob', 'use readdir with recursive'),
  globSync: missing('globSync', 'use readdir with recursive'),
  lchmod: missing('lchmod', fixed),
  lchmodSync: missing('lchmodSync', fixed),
  lchown: missing('lchown', fixed),
  lchownSync: missing('lchownSync', fixed),
  link: missing('link', links),
  linkSync: missing('linkSync', links),
  lstat: withCallback('lstat'),
  lstatSync: operations.lstat,
  lutimes: missing('lutimes', fixed),
  lutimesSync: missing('lutimesSync', fixed),
  mkdir: withCallback('mkdir'),
  mkdirSync: operations.mkdir,
  mkdtemp: withCallback('mkdtemp'),
  mkdtempSync: operations.mkdtemp,
  open: missing('open', handles),
  openAsBlob: missing('openAsBlob', 'use readFile'),
  openSync: missing('openSync', handles),
  opendir: missing('opendir', folders),
  opendirSync: missing('opendirSync', folders),
  read: missing('read', handles),
  readFile: withCallback('readFile'),
  readFileSync: operations.readFile,
  readSync: missing('readSync', handles),
  readdir: withCallback('readdir'),
  readdirSync: operations.readdir,
  readlink: withCallback('readlink'),
  readlinkSync: operations.readlink,
  readv: missing('readv', handles),
  readvSync: missing('readvSync', handles),
  realpath,
  realpathSync,
  rename: withCallback('rename'),
  renameSync: operations.rename,
  rm: withCallback('rm'),
  rmSync: operations.rm,
  rmdir: withCallback('rmdir'),
  rmdirSync: operations.rmdir,
  stat: withCallback('stat'),
  statSync: operations.stat,
  statfs: missing('statfs', 'it knows nothing of file systems'),
  statfsSync: missing('statfsSync', 'it knows nothing of file systems'),
  symlink: missing('symlink', links),
  symlinkSync: missing('symlinkSync', links),
  truncate: missing('truncate', handles),
  truncateSync: missing('truncateSync', handles),
  unlink: withCallback('unlink'),
  unlinkSync: operations.unlink,
  unwatchFile: missing('unwatchFile', watching),
  utimes: missing('utimes', fixed),
  utimesSync: missing('utimesSync', fixed),
  watch: missing('watch', watching),
  watchFile: missing('watchFile', watching),
  write: missing('write', handles),
  writeFile: withCallback('writeFile'),
  writeFileSync: operations.writeFile,
  writeSync,
  writev: missing('writev', handles),
  writevSync: missing('writevSync', handles),
  get promises() {
    return require('node:fs/promises');
  },
};

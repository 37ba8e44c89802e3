'use strict';
// node:fs/promises: https://nodejs.org/api/fs.html#promises-api

const { cpLater } = require('node:internal/cp');
const { constants, operations } = require('node:internal/files');
const { missing } = require('node:internal/missing')('fs.promises');

const later =
  name =>
  async (...args) =>
    operations[name](...args);

/// The version of an operation whose file can be a `FileHandle`.
const onHandleOr =
  name =>
  async (file, ...args) => {
    const { FileHandle } = require('node:internal/file_handle');
    return file instanceof FileHandle ? file[name](...args) : operations[name](file, ...args);
  };

module.exports = {
  access: later('access'),
  appendFile: onHandleOr('appendFile'),
  chmod: missing('chmod', 'permissions cannot be changed'),
  chown: missing('chown', 'owners cannot be changed'),
  constants,
  copyFile: later('copyFile'),
  cp: cpLater,
  glob: missing('glob', 'use readdir with recursive'),
  lchmod: missing('lchmod', 'permissions cannot be changed'),
  lchown: missing('lchown', 'owners cannot be changed'),
  link: missing('link', 'links cannot be created'),
  lstat: later('lstat'),
  lutimes: missing('lutimes', 'times cannot be changed'),
  mkdir: later('mkdir'),
  mkdtemp: later('mkdtemp'),
  open: async (...args) => require('node:internal/file_handle').open(...args),
  opendir: missing('opendir', 'use readdir'),
  readFile: onHandleOr('readFile'),
  readdir: later('readdir'),
  readlink: later('readlink'),
  realpath: later('realpathOfSystem'),
  rename: later('rename'),
  rm: later('rm'),
  rmdir: later('rmdir'),
  stat: later('stat'),
  statfs: missing('statfs', 'it knows nothing of file systems'),
  symlink: missing('symlink', 'links cannot be created'),
  truncate: missing('truncate', 'use writeFile'),
  unlink: later('unlink'),
  utimes: missing('utimes', 'times cannot be changed'),
  watch: missing('watch', 'files cannot be watched; --watch reruns a program'),
  writeFile: onHandleOr('writeFile'),
};

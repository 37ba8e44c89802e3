'use strict';
// `cp` of node:fs: https://nodejs.org/api/fs.html#fspromisescpsrc-dest-options. One generator copies: it yields what
// the filter returns and gets the answer back, because only the caller knows whether it can wait.

const { checkFunction } = require('node:internal/checks');
const { error, invalidArgType, typeError } = require('node:internal/errors');
const { checkCopyMode, exists, operations, pathOf } = require('node:internal/files');
const host = require('node:internal/host_files');
const path = require('node:path');

const FLAGS = ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks'];

/// The errors of `cp` that the system does not know: a code, the system's name and number, and what they say.
const FAILURES = {
  ERR_FS_CP_DIR_TO_NON_DIR: ['EISDIR', 21, 'Cannot overwrite non-directory with directory'],
  ERR_FS_CP_EEXIST: ['EEXIST', 17, 'Target already exists'],
  ERR_FS_CP_EINVAL: ['EINVAL', 22, 'Invalid src or dest'],
  ERR_FS_CP_NON_DIR_TO_DIR: ['ENOTDIR', 20, 'Cannot overwrite directory with non-directory'],
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: ['EINVAL', 22, 'Cannot overwrite symlink in subdirectory of self'],
  ERR_FS_CP_UNKNOWN: ['EINVAL', 22, 'Cannot copy an unknown file type'],
  ERR_FS_EISDIR: ['EISDIR', 21, 'Path is a directory'],
};

function failure(code, message, file) {
  const [name, errno, text] = FAILURES[code];
  const made = error(code, `${text}: cp returned ${name} (${message}) ${file}`);
  const info = { message, path: file, syscall: 'cp', errno, code: name };
  Object.assign(made, { info, errno, syscall: 'cp', path: file });
  return Object.defineProperty(made, 'name', { value: 'SystemError', writable: true, configurable: true });
}

function checked(options = {}) {
  if (typeof options !== 'object' || options === null) throw invalidArgType('options', 'of type object', options);
  for (const name of FLAGS) {
    const value = options[name];
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalidArgType(`options.${name}`, 'of type boolean', value);
    }
  }
  const { dereference, filter, force = true, mode = 0, preserveTimestamps, verbatimSymlinks } = options;
  if (filter !== undefined && typeof filter !== 'function') {
    throw invalidArgType('options.filter', 'of type function', filter);
  }
  checkCopyMode(mode);
  if (dereference && verbatimSymlinks) {
    const message = 'Option "dereference" cannot be used in combination with option "verbatimSymlinks"';
    throw typeError('ERR_INCOMPATIBLE_OPTION_PAIR', message);
  }
  if (preserveTimestamps) {
    throw error('ERR_METHOD_NOT_IMPLEMENTED', 'fs.cp: preserveTimestamps is not available in posttask');
  }
  return { ...options, force };
}

/// Whether `inner` is `outer`, or in it.
const isIn = (inner, outer) => `${path.resolve(inner)}${path.sep}`.startsWith(`${path.resolve(outer)}${path.sep}`);

const intoItself = (source, target, file = target) =>
  failure('ERR_FS_CP_EINVAL', `cannot copy ${source} to a subdirectory of self ${target}`, file);

/// Returns what a path is, or nothing if there is nothing.
function statOf(file, options) {
  return operations[options.dereference ? 'stat' : 'lstat'](file, { throwIfNoEntry: false });
}

/// Checks that a source can be copied to a target, before anything is written.
function check(source, target, from, to) {
  if (to !== undefined) {
    if (host.isSame(source, target)) {
      throw failure('ERR_FS_CP_EINVAL', 'src and dest cannot be the same', target);
    }
    if (from.isDirectory() && !to.isDirectory()) {
      const message = `cannot overwrite non-directory ${target} with directory ${source}`;
      throw failure('ERR_FS_CP_DIR_TO_NON_DIR', message, target);
    }
    if (!from.isDirectory() && to.isDirectory()) {
      const message = `cannot overwrite directory ${target} with non-directory ${source}`;
      throw failure('ERR_FS_CP_NON_DIR_TO_DIR', message, target);
    }
  }
  if (from.isDirectory() && isIn(target, source)) throw intoItself(source, target);
}

/// Links may lead from a folder above the target to the source.
function checkParents(source, target) {
  for (let at = path.resolve(target); at !== path.dirname(at); ) {
    at = path.dirname(at);
    if (exists(at) && host.isSame(source, operations.realpath(at))) throw intoItself(source, target);
  }
}

function copyLink(source, target, to, { verbatimSymlinks }) {
  const leadsTo = (link, isVerbatim) => {
    const end = operations.readlink(link);
    return isVerbatim ? end : path.resolve(path.dirname(link), end);
  };
  const end = leadsTo(source, verbatimSymlinks);
  if (to?.isSymbolicLink()) {
    const [full, before] = [path.resolve(path.dirname(source), end), leadsTo(target)];
    if (isIn(before, full)) throw intoItself(end, before, target);
    if (exists(source) && operations.stat(source).isDirectory() && isIn(full, before)) {
      const message = `cannot overwrite ${before} with ${end}`;
      throw failure('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', message, target);
    }
    host.remove(target, 'unlink');
  }
  host.makeLink(end, target);
}

function copyFile(source, target, to, { force, errorOnExist, mode }) {
  if (to !== undefined && !force) {
    if (errorOnExist) throw failure('ERR_FS_CP_EEXIST', `${target} already exists`, target);
    return;
  }
  if (to !== undefined) host.remove(target, 'unlink');
  operations.copyFile(source, target, mode);
}

function* copy(source, target, options, isFirst) {
  if (options.filter && !(yield options.filter(source, target))) return;
  const from = operations[options.dereference ? 'stat' : 'lstat'](source);
  const to = statOf(target, options);
  check(source, target, from, to);
  if (isFirst) {
    if (from.isDirectory()) checkParents(source, target);
    operations.mkdir(path.dirname(path.resolve(target)), { recursive: true });
  }
  if (from.isSymbolicLink()) return copyLink(source, target, to, options);
  if (from.isFile()) return copyFile(source, target, to, options);
  if (!from.isDirectory()) throw failure('ERR_FS_CP_UNKNOWN', `cannot copy an unknown file type: ${target}`, target);
  if (!options.recursive) throw failure('ERR_FS_EISDIR', `${source} is a directory (not copied)`, source);
  if (to === undefined) operations.mkdir(target);
  for (const name of operations.readdir(source)) {
    yield* copy(path.join(source, name), path.join(target, name), options, false);
  }
}

const start = (from, to, options) => copy(pathOf(from, 'src'), pathOf(to, 'dest'), options, true);

function cpSync(from, to, options) {
  const work = start(from, to, checked(options));
  for (let step = work.next(); !step.done; step = work.next(step.value)) {
    if (step.value instanceof Promise) {
      const message = 'Expected boolean to be returned from the "filter" function but got an instance of Promise.';
      throw typeError('ERR_INVALID_RETURN_VALUE', message);
    }
  }
}

async function finish(work) {
  for (let step = work.next(); !step.done; step = work.next(await step.value));
}

async function cpLater(from, to, options) {
  await finish(start(from, to, checked(options)));
}

function cpWithCallback(from, to, first, second) {
  const [options, callback] = typeof first === 'function' ? [undefined, first] : [first, second];
  checkFunction(callback, 'cb');
  const work = start(from, to, checked(options));
  // In a task, so that what the callback throws does not reject a promise.
  const end = failure => setTimeout(() => callback(failure), 0);
  finish(work).then(() => end(null), end);
}

module.exports = { cpLater, cpSync, cpWithCallback };

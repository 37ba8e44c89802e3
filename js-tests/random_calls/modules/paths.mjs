// node:path, both flavors.

import { posix, win32 } from 'node:path';

import { pick, random } from '../values.mjs';
import { many, pieces, wrong } from './values.mjs';

const parts = () =>
  Object.fromEntries(['root', 'dir', 'base', 'name', 'ext'].map(key => [key, pieces()]).filter(() => random(2)));

const calls = {};
for (const [flavor, path, roots] of [
  ['posix', posix, ['/', '/a/', '']],
  ['win32', win32, ['C:\\', 'c:/a/', '\\\\s\\h\\', '']],
]) {
  // Relative paths would depend on the current folder.
  const absolute = () => pick(roots.slice(0, -1)) + pieces();
  const add = (name, prepare) => {
    calls[`path.${flavor}.${name}`] = () => [prepare(), (...values) => path[name](...values)];
  };
  for (const name of ['dirname', 'extname', 'parse', 'isAbsolute', 'normalize']) {
    add(name, () => [random(9) ? pick(roots) + pieces() : wrong()]);
  }
  add('basename', () => [pick(roots) + pieces(), ...many(1, () => pick([pieces(3), '.a', wrong()]))]);
  add('join', () => many(4, () => (random(19) ? pieces(5) : wrong())));
  add('resolve', () => [absolute(), ...many(3, () => (random(19) ? pieces(5) : wrong()))]);
  add('relative', () => [absolute(), absolute()]);
  add('format', () => [random(9) ? parts() : wrong()]);
  add('toNamespacedPath', () => [absolute()]);
}

export default calls;

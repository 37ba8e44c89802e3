// node:fs and node:module, in this folder.

import fs from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';

import { pick, random } from '../values.mjs';
import { many, wrong } from './values.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const within = text => (typeof text === 'string' ? text.replaceAll(folder, '<folder>/') : text);

// The folder is not named in what is printed.
const hidden =
  call =>
  async (...values) => {
    const path = it => (typeof it === 'string' && it.startsWith('<folder>') ? folder + it.slice(9) : it);
    try {
      const result = await call(...values.map(path));
      return typeof result === 'string' ? within(result) : result;
    } catch (error) {
      if (error?.message) error.message = within(error.message);
      throw error;
    }
  };

const paths = () =>
  pick([
    ...['values.mjs', '', 'missing', 'values.mjs/x', 'missing/x', '../values.mjs', './.././modules', 'a\0b'].map(
      it => `<folder>/${it}`,
    ),
    wrong(),
  ]);
const pathOrOther = it => (typeof it === 'number' ? '<folder>/missing' : it);
const encoding = () =>
  pick([
    undefined,
    null,
    'utf8',
    'hex',
    'base64',
    'nope',
    { encoding: 'latin1' },
    { encoding: 'nope' },
    { flag: 'r' },
    {},
    wrong(),
  ]);
const first = text => (typeof text === 'string' ? text.slice(0, 40) : (text?.subarray?.(0, 20) ?? text));
const kinds = entry =>
  entry.name ? [entry.name, entry.isFile(), entry.isDirectory(), within(entry.parentPath)] : entry;

// A function would be taken for the callback.
const plain = values => values.map(it => (typeof it === 'function' ? null : it));

const variants = (name, prepare, shown = it => it) => ({
  [`fs.${name}Sync`]: () => [plain(prepare()), hidden((...all) => shown(fs[`${name}Sync`](...all)))],
  [`fs.promises.${name}`]: () => [plain(prepare()), hidden(async (...all) => shown(await fs.promises[name](...all)))],
  [`fs.${name}`]: () => [
    plain(prepare()),
    hidden(
      (...all) =>
        new Promise((resolve, reject) => {
          fs[name](...all, (error, result) => (error ? reject(error) : resolve(shown(result))));
        }),
    ),
  ],
});
const stats = it =>
  it && [
    it.isFile(),
    it.isDirectory(),
    it.isSymbolicLink(),
    typeof it.size,
    typeof it.mtimeMs,
    it.mtime instanceof Date,
  ];

const require = createRequire(import.meta.url);
const requests = () =>
  pick([
    './missing',
    '../values.mjs',
    'missing',
    '@scope/missing',
    'node:missing',
    'fs',
    'node:fs',
    './',
    '..',
    '.',
    '',
    '/missing',
    '#x',
    'a/b',
    wrong(),
  ]);
// What follows the name of the module differs: Node says what required it, and posttask which file is missing.
const found = error => {
  if (error.code === 'MODULE_NOT_FOUND') error.message = error.message.split(/\n|: /)[0];
  throw error;
};

export default {
  // posttask has no numbers of files.
  ...variants('readFile', () => [pathOrOther(paths()), encoding()].filter(it => it !== undefined), first),
  ...variants(
    'readdir',
    () =>
      [paths(), pick([undefined, encoding(), { withFileTypes: true }, { recursive: true }])].filter(
        it => it !== undefined,
      ),
    it => it.map?.(kinds)?.slice(0, 4),
  ),
  ...variants('stat', () => [paths()], stats),
  ...variants('lstat', () => [paths()], stats),
  ...variants('access', () => [paths(), ...many(1, () => pick([0, 4, 8, wrong()]))]),
  ...variants('realpath', () => [paths()]),
  'fs.existsSync': () => [[paths()], hidden(fs.existsSync)],
  'fs.statSync without an error': () => [[paths()], hidden(it => stats(fs.statSync(it, { throwIfNoEntry: false })))],
  'require.resolve': () => [
    [requests()],
    hidden(it => {
      try {
        return require.resolve(it);
      } catch (error) {
        return found(error);
      }
    }),
  ],
  require: () => [
    [requests()],
    hidden(it => {
      try {
        return typeof require(it);
      } catch (error) {
        return found(error);
      }
    }),
  ],
  'createRequire of others': () => [
    [pick(['relative', './x', '/a', 'file:///a/b', 'http://a', wrong()])],
    it => typeof createRequire(it),
  ],
  isBuiltin: () => [[requests()], isBuiltin],
};

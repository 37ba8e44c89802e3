// Arguments for functions of Node's modules.

import { Buffer } from 'node:buffer';

import { many, pick, random } from '../values.mjs';

export { many };

// Pieces of paths, URLs and queries.
const PIECES = [
  'a',
  'b',
  'x',
  '1',
  '/',
  '/',
  '//',
  '.',
  '..',
  '\\',
  ':',
  '?',
  '#',
  '@',
  '%',
  '%20',
  '%41',
  '%E4',
  'é',
  '😀',
  ' ',
  '&',
  '=',
  '+',
  ';',
  'C:',
  'http://',
  'file:',
  'con:',
  '~',
  '[',
  ']',
  '\n',
  '"',
  "'",
  '_',
  '|',
  '^',
  '{',
  '*',
  'mailto:',
  '-',
];
export const pieces = (most = 8) => many(most, () => pick(PIECES)).join('');

export const texts = () =>
  pick([
    '',
    'a',
    'foo',
    "it's",
    '"q"',
    '`b`',
    'a\nb',
    'long '.repeat(10),
    'x'.repeat(100),
    '\0\x1b',
    'é',
    '日本語',
    '😀',
    '\ud800',
    'a-b',
    '0',
    '1.5',
    '%s',
    'line1\nline2\nline3',
    'constructor',
    '__proto__',
    '\u001b[31mred\u001b[39m',
    'a\u0301',
  ]);

export const encodings = () =>
  pick(['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le', 'binary', 'ucs2', 'UTF-8']);

export const bytes = () => (random(2) ? Buffer.from(texts()) : Buffer.from(many(11, () => random(256))));

// Values for arguments that should be something else.
export const wrong = () =>
  pick([
    undefined,
    null,
    0,
    1,
    -1,
    2,
    3,
    5,
    8,
    100,
    1.5,
    NaN,
    Infinity,
    -Infinity,
    2 ** 31,
    2 ** 33,
    '1',
    '',
    'x',
    {},
    [],
    true,
    5n,
    () => {},
    new Map(),
    Symbol('s'),
  ]);
export const numbers = () => pick([undefined, 0, 1, 2, 3, -1, 5, 100, 1.5, NaN, '1', null, Infinity]);

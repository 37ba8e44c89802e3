// Arguments for functions of the web platform.

import { many, pick, random } from '../values.mjs';

export { many };

export const maybe = make => (random(3) ? make() : undefined);

const PIECES = [
  'a',
  'b',
  'x',
  '1',
  '0',
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
  '%C3%A9',
  'é',
  '😀',
  ' ',
  '&',
  '=',
  '+',
  ';',
  ',',
  'C:',
  'http://',
  'https:',
  'file:',
  'blob:',
  'data:',
  'con:',
  '~',
  '[',
  ']',
  '\n',
  '\t',
  '"',
  "'",
  '`',
  '_',
  '|',
  '^',
  '{',
  '<',
  '*',
  'mailto:',
  '-',
  '\ud800',
  '\0',
  '%2e',
  '%00',
  '\u00ad',
  'ß',
  '256',
  '0x10',
  'xn--',
  'javascript:',
  'C|',
];
export const pieces = (most = 8) => many(most, () => pick(PIECES)).join('');

export const texts = () =>
  pick([
    '',
    'a',
    'foo',
    'Hello, World',
    'a,b',
    ' padded ',
    'a\nb',
    'a\r\nb\rc',
    'x'.repeat(70),
    '\0',
    'é',
    '日本語',
    '😀',
    '\ud800',
    '\udc00x',
    '0',
    '1.5',
    '__proto__',
    'constructor',
    'text/plain',
    'a=1; b="2"',
    'GET',
    'x-y',
    'A',
    '"',
    'null',
  ]);

export const bytes = () => new Uint8Array(many(12, () => random(256)));

// Any value, mostly one of the wrong kind.
export const wrong = () =>
  pick([
    () => undefined,
    () => null,
    () => 0,
    () => -0,
    () => 1,
    () => -1,
    () => 3,
    () => 1.5,
    () => NaN,
    () => Infinity,
    () => 2 ** 31,
    () => 2 ** 32,
    () => 2 ** 53,
    () => -(2 ** 63),
    () => '1',
    () => '',
    () => 'x',
    () => ({}),
    () => [],
    () => [['a', 'b']],
    () => true,
    () => false,
    () => 5n,
    () => () => {},
    () => new Map([['a', 1]]),
    () => Symbol('s'),
    () => ({ toString: () => 'text' }),
    () => ({
      toString() {
        throw new RangeError('no');
      },
    }),
    () => ({ valueOf: () => 7, toString: () => 'v' }),
    () => Object.create(null),
    () => new Uint8Array([1, 2]),
    () => new ArrayBuffer(3),
    () => new Date(5),
    () => /r/,
    () => new Error('e'),
    () => Promise.resolve(1),
  ])();

// A value that is usually right.
export const usually =
  (make, odds = 5) =>
  () =>
    random(odds) ? make() : wrong();

// An object with some of the properties, each from its function.
export const dictionary = properties =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(() => random(2))
      .map(([name, make]) => [name, make()]),
  );

export const call = (steps, prepare) => () => [prepare(), steps];

export const words = text => text.trim().split(/\s+/);

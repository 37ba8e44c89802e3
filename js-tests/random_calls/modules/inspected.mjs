// util.inspect and util.format.

import util from 'node:util';

import { pick, random } from '../values.mjs';
import { bytes, many, texts } from './values.mjs';

class Point {
  constructor(x) {
    this.x = x;
  }
  get y() {
    return 1;
  }
}
class Named extends Point {
  static s = 1;
  #hidden = 2;
  toString() {
    return `named ${this.#hidden}`;
  }
}
class MyMap extends Map {}
class MyList extends Array {}
class MyError extends Error {
  name = 'MyError';
  code = 'E_X';
}
class Tagged {
  get [Symbol.toStringTag]() {
    return 'Tag';
  }
}

const KEYS = ['a', 'b', 'a-b', '1', 'x y', "q'", '__proto__', 'é'];
const NUMBERS = [0, -0, 1, -1.5, 1e21, 1e-7, NaN, Infinity, 123456789, 2 ** 53];
const SYMBOLS = [Symbol(), Symbol('a'), Symbol.iterator, Symbol('a b')];
const object = depth => Object.fromEntries(many(5, () => [pick(KEYS), value(depth)]));

// The stack is the same everywhere.
function error(depth) {
  const made = pick([
    new Error('msg'),
    new TypeError('t'),
    new MyError('m'),
    new Error(''),
    new AggregateError([1], 'all'),
  ]);
  const frames = random(3) ? '\n    at foo (file:///x.js:1:2)' : '';
  made.stack = `${made.name}${made.message && ': '}${made.message}${frames}`;
  if (random(2)) made.extra = value(depth);
  if (random(3) === 0) made.cause = value(depth);
  return made;
}

function circular() {
  const made = { a: 1 };
  made.self = made;
  made.list = [made, new Map([[made, 1]])];
  return made;
}

// Left out: what only the engine knows, which are the entries of weak maps and iterators, and the source of classes.
const MAKERS = [
  depth => many(7, () => value(depth)),
  depth => many(7, () => value(depth)),
  object,
  object,
  object,
  depth => new Map(many(3, () => [value(depth), value(depth)])),
  depth => new Set(many(3, () => value(depth))),
  () => new Date(pick([0, 1e12, NaN])),
  () => pick([/a/g, /x\/y/dgimsuy, Object.assign(/b/, { x: 1 })]),
  () => pick([() => {}, async () => {}, Math.max, Object.assign(() => {}, { p: 1 })]),
  depth => new Point(value(depth)),
  depth => new Named(value(depth)),
  () => [1, , 3, , ,],
  depth => Object.assign([value(depth)], { extra: value(depth), '-1': 2 }),
  depth => Object.assign(Object.create(null), { a: value(depth) }),
  () => ({
    get a() {
      return 1;
    },
    set b(it) {},
    get c() {
      return { x: 1 };
    },
    set c(it) {},
  }),
  () =>
    pick([
      new Uint8Array([7, 8]),
      new Float64Array([1.5, -0]),
      new BigInt64Array(1),
      new ArrayBuffer(3),
      new DataView(new ArrayBuffer(3)),
    ]),
  () => bytes(),
  depth => Promise.resolve(value(depth)),
  () => new Promise(() => {}),
  () => Object(pick([1, 'str', true, 5n, Symbol('z')])),
  circular,
  depth => Object.defineProperty({ [Symbol('k')]: value(depth) }, 'hidden', { value: 1 }),
  () => new MyMap([[1, 2]]),
  () => MyList.from([1, 2]),
  () => new Tagged(),
  depth => ({ a: value(depth), [Symbol.toStringTag]: pick(['Tag', '', 'Object']) }),
  () => many(120, () => pick([1, 1000, 'x', 'xyz'])),
  error,
  depth =>
    (function () {
      return arguments;
    })(1, value(depth)),
  () => ({ [util.inspect.custom]: (depth, { stylize }) => stylize(`custom(${depth})`, 'special') }),
  () => new URLSearchParams('a=b&c=d'),
];

const simple = () =>
  pick([undefined, null, true, pick(NUMBERS), pick(NUMBERS), texts(), texts(), pick(SYMBOLS), BigInt(random(1000))]);

export function value(depth = 0) {
  return depth > 3 || random(4) === 0 ? simple() : pick(MAKERS)(depth + 1);
}

function options() {
  const all = {
    depth: pick([0, 1, null, 5, Infinity]),
    colors: true,
    compact: pick([true, false, 1, 3, 0]),
    sorted: true,
    maxArrayLength: pick([0, 2, null]),
    maxStringLength: pick([0, 5, null]),
    breakLength: pick([20, 40, 120, Infinity]),
    getters: pick([true, 'get', 'set']),
    numericSeparator: true,
    customInspect: false,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => random(name === 'customInspect' ? 9 : 4) === 0));
}

const SPECIFIERS = ['%s', '%d', '%i', '%f', '%j', '%O', '%c', '%%', '%', 'x ', '%a', '%s%s'];
const pattern = () => Array.from({ length: 1 + random(4) }, () => pick(SPECIFIERS)).join(pick([' ', '']));

// The values are random, too, and are shown as what is returned: an object would be shown twice.
const shown = (call, prepare) => () => {
  const values = prepare();
  return [[], () => call(...values)];
};

export default {
  'util.inspect': shown(util.inspect, () => [value(), options()]),
  'util.inspect with hidden properties': shown(
    it => util.inspect(it, { showHidden: true }),
    () => [
      pick([
        new Point(1),
        new Tagged(),
        [1],
        new Uint8Array(2),
        'x',
        new Map([[1, 2]]),
        { [Symbol('a')]: 1 },
        Object('a'),
      ]),
    ],
  ),
  'util.format': shown(util.format, () => [pattern(), ...many(4, () => value(2))]),
  'util.format without a pattern': shown(util.format, () => many(4, () => value(2))),
};

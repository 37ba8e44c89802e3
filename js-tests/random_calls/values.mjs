// Random values: the receivers and arguments of calls.

let state = 1;

// Starts the random numbers of a call.
export function start(seed, call) {
  state = (seed * 1_000_003 + call * 7919) >>> 0 || 1;
  for (let n = 0; n < 5; n++) random(2);
}

// A whole number from 0 that is less than `end`.
export function random(end) {
  state ^= state << 13;
  state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state % end;
}

export const pick = list => list[random(list.length)];
export const many = (most, make) => Array.from({ length: random(most + 1) }, make);

export const strings = () => pick([
  '', 'a', 'abc', 'Hello, World', 'aaa', 'a,b,,c', '  pad ', 'ß', 'İ', 'é', 'e\u0301', '\u{1f600}x', '\ud800',
  'x\udc00y',
  '123', '-1.5e3', '0x1F', '1_0', 'true', 'null', '[1,2]', '{"a":1}', 'a\nb\r\nc', '\t\u00a0', 'ǅ', 'Σίσυφος',
  'abcabcabc',
  '$&-$1-$<n>', '%41%zz', '%E4%F6', 'a/b?c=d&e f', '2024-02-30', '2024-01-01T10:00:00Z', 'Mon, 01 Jan 2024', '٣', 'ａ',
  'some skate', 'x'.repeat(random(40)),
]);

export const numbers = () => pick([
  0, -0, 1, -1, 2, 3, 5, 7, 10, 16, 25, 36, 37, 100, 101, 255, 0.1, 0.5, 1.5, -1.5, 2.5, 1.005, 1234.5678,
  123456789.123,
  1e-7, 0.000001, 5e-324, 4.2e-23, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, -(2 ** 31), 4294967295, 2 ** 53,
  1e20, 1e21,
]);

const regexps = () => pick([
  /a/, /a/g, /b*/g, /(?<n>a)(b)?/, /(?<n>.)\k<n>/gu, /^/gm, /$/g, /\b/g, /[^]/y, /(?<=a)b/g, /(?!x)/, /\p{L}/gu,
  /[\p{L}--[a-c]]/gv, /a|ab/, /(a)|(b)/g, /./s, /\u{1f600}/u, /,/g, /\s+/g, /(?:)/, /x*y?/gi, /ß/iu, /[\W_]+/gi,
  /[^\W]/i,
]);

const objects = () => pick([
  {}, { a: 1, b: { c: [1] } }, { length: 3, 0: 'x', 2: 'z' }, { toString: () => 'text' }, { valueOf: () => 42 },
  { toJSON: () => 'json' }, { get g() { return 1; } }, Object.create(null), Object.freeze({ q: 1 }), { length: -1 },
  { [Symbol.toPrimitive]: hint => (hint === 'number' ? 5 : hint) }, { length: '2', 0: 1, 1: 2 },
  { raw: ['a', 'b', 'c'] },
  { value: 5, writable: true }, { get() { return 9; } }, { then: 1 }, { [Symbol.iterator]: () => [1, 2].values() },
  { next: () => ({ done: true }) }, { a: undefined, b: () => 1, c: Symbol('x') }, { maxByteLength: 16 },
]);

const arrays = () => pick([
  [], [1], [1, 2, 3], [3, 1, 2], ['b', 'a', 'C'], [1, , 3], [undefined, null, NaN], [[1, [2, [3]]]], ['10', '9', '1'],
  [0, -0], [{ a: 1 }, { a: 2 }], [[1, 2], ['a', 'b']], [true, 1, '1'],
  Array.from({ length: random(20) }, (_, n) => n * 7 % 5),
]);

const functions = () => pick([
  x => x, () => 1, (a, b) => a - b, (a, b) => String(a) < String(b), x => x > 1, (a, b) => [a, b],
  function () { return this === undefined ? 'none' : typeof this; }, () => { throw new RangeError('callback'); },
  (key, value) => (typeof value === 'number' ? value + 1 : value), () => undefined, (...all) => all.length, class {},
  x => typeof x, x => [x, x], x => `<${x}>`, x => /a/g,
]);

export const views = () => pick([
  new Uint8Array([1, 2, 3]), new Int8Array([-1, 0, 1]), new Float64Array([1.5, NaN, -0]),
  new Uint8ClampedArray([300, 2]),
  new BigInt64Array([1n, -1n]), new Float32Array([0.1, 3]), new Uint16Array(0),
]);

const others = () => pick([
  undefined, null, true, false, 1n, -5n, 2n ** 64n, Symbol.iterator, new Date(0), new Date(NaN), Object(1),
  Object('str'),
  new Map([[1, 2], ['a', 'b']]), new Set([1, 'a', 3]), new Error('e'), new TypeError('t', { cause: 1 }), Object(3n),
  new Proxy([1, 2], {}), [1, 2].values(), new Map([[1, 2]]).entries(), new DataView(new ArrayBuffer(8)),
  new ArrayBuffer(4), new ArrayBuffer(4, { maxByteLength: 8 }), (function () { return arguments; })(1, 2),
]);

const KINDS = [strings, strings, numbers, numbers, regexps, objects, arrays, arrays, functions, views, others];

export const any = () => pick(KINDS)();

// Receivers for the methods of a prototype.
export const RECEIVERS = {
  Array: arrays, Boolean: () => pick([true, false]), Function: functions, Number: numbers, Object: objects,
  RegExp: regexps,
  String: strings, BigInt: () => pick([0n, 5n, -7n, 2n ** 70n]), Error: () => new Error('message'),
  Date: () => pick([new Date(0), new Date(NaN), new Date(1e12), new Date(-1e13), new Date(8.64e15)]),
  Map: () => new Map([[1, 2], ['a', 'b']]), Set: () => new Set([1, 'a', 3]), Symbol: () => Symbol.iterator,
  ArrayBuffer: () => new ArrayBuffer(8, pick([undefined, { maxByteLength: 16 }])),
  DataView: () => new DataView(new ArrayBuffer(8)),
};

// `unshift` and `splice` of arrays of several kinds and lengths.

let seed = 1;
const below = n => { seed = seed * 48271 % 2147483647; return seed % n; };
const pick = list => list[below(list.length)];

class Sub extends Array {}
class Other extends Array { static get [Symbol.species]() { return Array; } }
const filled = (length, kind = Array) => kind.from({ length }, (_, index) => index);
const kinds = [
  filled,
  length => filled(length).map(index => index / 2),
  length => filled(length).map(index => `e${index}`),
  length => { const array = filled(length); delete array[3]; return array; },
  length => { const array = filled(length); array.length += 5; return array; },
  length => Object.assign(filled(length), { name: 'named' }),
  length => filled(length, Sub),
  length => filled(length, Other),
  length => Object.freeze(filled(length)),
  length => Object.preventExtensions(filled(length)),
  length => Object.defineProperty(filled(length), 'length', { writable: false }),
  length => Object.defineProperty(filled(length), 35, { get: () => 'got', configurable: true }),
  length => new Proxy(filled(length), {}),
  length => ({ length, 0: 'first', [length - 1]: 'last' }),
];
const integers = [0, 1, 2, 3, 35, -1, -2, -40, 1.7, NaN, Infinity, -Infinity, undefined, '2', { valueOf: () => 4 }];
const item = () => pick([undefined, 'item', -0, 0.5, null, 7, NaN]);
const items = () => Array.from({ length: below(4) }, item);

const { splice, unshift } = Array.prototype;
const steps = [
  array => unshift.apply(array, items()),
  array => splice.call(array),
  array => splice.call(array, pick(integers)),
  array => splice.call(array, pick(integers), pick(integers)),
  array => splice.call(array, pick(integers), pick(integers), ...items()),
  array => splice.call(array, pick([0, 1, -5]), pick([0, 1, 2]), ...items()),
  array => { array[below(60)] = item(); },
];
const show = value => {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const entries = Object.entries(value).map(([key, value]) => key + show(value));
  return `${value.constructor?.name}(${value.length}) ${entries}`;
};

let hash = 0;
for (let round = 0; round < 600; round++) {
  const kind = below(kinds.length);
  const array = kinds[kind](pick([1, 30, 33, 50, 100]));
  const log = [];
  for (let count = 1 + below(6); count > 0; count--) {
    const step = below(steps.length);
    let result;
    try { result = steps[step](array); } catch (error) { result = error.name; }
    log.push(step, show(result), show(array));
  }
  const text = log.join(' ');
  for (let index = 0; index < text.length; index++) hash = hash * 31 + text.charCodeAt(index) | 0;
  if (round % 60 === 0) console.log(round, kind, hash);
}
console.log(hash);

const usual = filled(50);
Array.prototype[60] = 'inherited';
usual.unshift('first');
console.log(usual.length, 60 in usual, Object.hasOwn(usual, 60));
delete Array.prototype[60];
const species = Object.getOwnPropertyDescriptor(Array, Symbol.species);
Object.defineProperty(Array, Symbol.species, { value: Sub, configurable: true });
console.log(usual.splice(0, 1).constructor.name, usual.length);
Object.defineProperty(Array, Symbol.species, species);
console.log(usual.splice(0, 1).constructor.name, usual.length);

const iterated = [];
for (const value of usual) {
  iterated.push(value);
  if (iterated.length === 3) usual.splice(0, 2);
  if (iterated.length === 5) usual.unshift('a', 'b', 'c');
  if (iterated.length === 9) break;
}
console.log(iterated, usual.length);
const long = filled(20_000);
for (let count = 0; count < 500; count++) long.unshift(count);
for (let count = 0; count < 500; count++) long.splice(count, 1, 'a', 'b');
console.log(long.length, long[0], long[999], long[1000], long.at(-1));

// Definitions, deletions and writes in random order: the attributes of properties, and the order of keys.

let seed = 1;
const below = n => { seed = seed * 48271 % 2147483647; return seed % n; };
const pick = list => list[below(list.length)];

const symbol = Symbol('s');
const keys = ['a', 'b', 'c', 'd', symbol, '0', '1.5'];
// Converted to a key.
const given = key => (key === '1.5' ? 1.5 : key);
const flag = () => pick([true, false]);

const attributes = () => {
  const result = {};
  for (const name of ['enumerable', 'configurable']) if (below(2)) result[name] = below(4) > 0;
  switch (below(3)) {
    case 0: result.get = pick([() => 'got', () => 'other', undefined]); break;
    case 1: result.value = below(10); if (below(2)) result.writable = flag(); break;
    default: if (below(2)) result.writable = flag();
  }
  return result;
};

const steps = [
  o => { delete o[pick(keys)]; },
  o => { delete o.a; },
  o => { Reflect.deleteProperty(o, pick(keys)); },
  o => { o[pick(keys)] = below(10); },
  o => { Object.defineProperty(o, given(pick(keys)), attributes()); },
  o => { Reflect.defineProperty(o, pick(keys), attributes()); },
  o => { Object.defineProperties(o, { [pick(keys)]: attributes(), [pick(keys)]: attributes() }); },
  o => { if (!below(4)) Object.seal(o); },
  o => { Object.assign(o, { b: below(10), c: below(10) }); },
  o => { Object.setPrototypeOf(o, pick([null, Object.prototype, { a: 'inherited' }])); },
];

const kinds = [
  () => ({ a: 1, b: 2, c: 3 }),
  () => ({}),
  () => ({ a: 1, get b() { return 'got'; }, set b(value) {}, c: 3 }),
  () => class { static a() {} static get b() { return 'got'; } static set b(value) {} static c = 3; },
  () => Object.assign(() => {}, { a: 1, b: 2 }),
  () => Object.assign([1, 2], { a: 1, b: 2 }),
  () => Object.assign(new Error('e'), { a: 1, b: 2 }),
];

const state = o => Reflect.ownKeys(o).filter(key => keys.includes(key)).map(key => {
  const { writable, enumerable, configurable, get } = Object.getOwnPropertyDescriptor(o, key);
  const value = o[key];
  return [String(key), typeof value === 'function' ? 'f' : value, writable, enumerable, configurable, !!get].join();
}).join(' ');

let hash = 0;
for (let round = 0; round < 4000; round++) {
  const o = pick(kinds)();
  const log = [];
  for (let count = 1 + below(12); count > 0; count--) {
    const step = below(steps.length);
    try { steps[step](o); } catch (error) { log.push(`${step} ${error.name}`); }
    log.push(state(o), Object.keys(o).join());
  }
  const text = log.join('\n');
  for (let index = 0; index < text.length; index++) hash = hash * 31 + text.charCodeAt(index) | 0;
  if (round % 400 === 0) console.log(round, hash, log.at(-2));
}
console.log(hash);

// Attributes that something else has changed.
const sealed = Object.seal({ x: 1, u: 2 });
Object.defineProperty(sealed, 'u', { writable: false });
console.log(Object.isSealed(sealed), delete sealed.x, sealed);
const behind = { a: 1, b: 2, c: 3 };
Object.defineProperty(new Proxy(behind, {}), 'a', { enumerable: false });
Object.defineProperty(behind, 'b', { enumerable: false });
console.log(Object.keys(behind));

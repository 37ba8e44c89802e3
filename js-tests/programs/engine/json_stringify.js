// The output was compared with that of Node.js 20.

function show(...args) {
  try {
    console.log(JSON.stringify(...args));
  } catch (error) {
    console.log(error.name);
  }
}

// Values
show(null);
show(undefined);
show(() => {});
show(Symbol());
show(1n);
show([undefined, () => {}, Symbol(), NaN, -Infinity, -0, 1e21, 0.1, true]);
show({ a: undefined, b() {}, c: Symbol(), [Symbol.iterator]: 1, d: 1, 2: 3 });
show([Object(1), Object('s'), Object(false), new Date(0), new Date(NaN), /x/, new Map([[1, 2]]), new Error('e')]);
show(Object(1n));
show([new Uint8Array(2), Object.assign([1], { a: 2 }), Object.assign(() => {}, { a: 1 })]);
show([1, , 3]);
show([, undefined]);
show(Object.create({ a: 1 }, { b: { value: 2 }, c: { value: 3, enumerable: true } }));
show(Object.assign(Object.create(null), { rawJSON: '1' }));
show(new (class { #a = 1; b = 2; get c() { return 3; } })());
show(Object.assign(new String('ab'), { toString: () => 'other' }));
show(Object.assign(new Number(1), { valueOf: () => 2 }));
show([[], {}, [[]], { a: {} }]);

// Strings
show('\b\t\n\f\r"\\/\u0001\x1f\x7f\x80\u2028\u2029é');
show('\ud83d\ude00 \ud83d \ude00 \ude00\ud83d');
show({ '\n"': 1, 'é': 2, '€\n': 3, '\ud800': 4 });

// Proxies
show(new Proxy([1, { b: 2 }], {}));
show(new Proxy({ b: 2, c: 3 }, { ownKeys: () => ['c', 'd'] }));
show(new Proxy({}, { get: (_, key) => (key === 'toJSON' ? undefined : key), ownKeys: () => ['x', 'y'],
  getOwnPropertyDescriptor: (_, key) => ({ value: 0, configurable: true, enumerable: key === 'x' }) }));
show(new Proxy(() => {}, {}));
const { proxy, revoke } = Proxy.revocable([], {});
revoke();
show([proxy]);

// toJSON
show({ toJSON: (key) => `key ${key}` });
show([{ toJSON: (key) => typeof key + key }, { a: { toJSON: (key) => key } }]);
show({ toJSON: 1 });
show({ a: { toJSON() { return undefined; } }, b: [{ toJSON() {} }] });
BigInt.prototype.toJSON = function () { return `${this}n`; };
show([1n, { a: 2n }]);
delete BigInt.prototype.toJSON;

// Replacers
show({ a: 1, b: [1, { a: 2, c: 3 }], c: 4 }, ['c', 'b', 'c', 0, Object('a'), {}, null]);
show({ 1: 'x', 2: 'y' }, [2, Object(1)]);
show({ 1: 'x' }, []);
show([1, 2], []);
show({ a: 1 }, new Proxy(['a'], {}));
show({ a: 1, b: [2, 3] }, (key, value) => (key === 'a' ? undefined : value));
show({ a: 1, b: [2, 3] }, function (key, value) {
  return typeof value === 'number' ? [this instanceof Array, key].join() : value;
});
show('x', function (key, value) { return [key, value, Object.keys(this).length]; });
show({}, () => 1n);
show({ a: { b: 1 } }, { a: 1 });

// Indentation
const nested = { a: [1, [], {}, { b: [2] }], c: {} };
const spaces = [2, 0, -1, 11, 1.9, NaN, Infinity, '--', '', 'abcdefghijklm', Object(1), Object('>'), true, null, {}];
for (const space of spaces) {
  show(nested, null, space);
}
show({ a: undefined }, null, 2);
show([1], null, 'é€');
show([1], null, { valueOf() { throw 1; } });
show([1], null, Object.assign(new Number(3), { valueOf: () => 1 }));

// Order of side effects
const log = [];
const watched = (name, target) => new Proxy(target, {
  get: (target, key) => (log.push(`${name}.${String(key)}`), Reflect.get(target, key)),
  ownKeys: (target) => (log.push(`keys of ${name}`), Reflect.ownKeys(target)),
  getOwnPropertyDescriptor: (target, key) => {
    log.push(`${name}[${String(key)}]?`);
    return Reflect.getOwnPropertyDescriptor(target, key);
  },
});
show(watched('o', { a: watched('a', [1]), b: 2 }), watched('list', ['b', 'a']), watched('space', Object(2)));
console.log(log.splice(0).join(', '));
show(watched('o', { a: watched('a', { c: 1 }), b: 2 }));
console.log(log.splice(0).join(', '));

// Changes while serializing
const changing = { get a() { delete this.b; this.c = 1; return 1; }, b: 2, d: 3 };
show(changing);
const shrinking = [{ toJSON() { shrinking.length = 1; return 0; } }, 1, 2];
show(shrinking);
const growing = { toJSON() { list.push(1); return 0; } };
const list = [growing, growing];
show(list);

// Objects that contain themselves, and that are used twice
const circular = {};
circular.self = circular;
show(circular);
const array = [];
array.push([array]);
show(array);
const twice = { a: 1 };
show([twice, twice, { twice }]);
show({ get a() { throw new SyntaxError(); } });
show({ a: 1 }, () => { throw new EvalError(); });

// Nesting
let deep = [];
for (let i = 0; i < 1_000_000; i++) deep = i % 2 ? [deep] : { deep };
show(deep);
const endless = () => ({ get next() { return endless(); } });
show(endless());
const recursive = { toJSON() { return [[[[[JSON.stringify([recursive])]]]]]; } };
try {
  JSON.stringify(recursive);
} catch (error) {
  console.log(error.name);
}
let levels = [];
for (let i = 0; i < 1_000; i++) levels = [levels];
console.log(JSON.stringify(levels).length, JSON.stringify([deep].slice(1)));

// Length
show('é'.repeat(1e6).length);
try {
  const long = 'x'.repeat(2 ** 28);
  JSON.stringify([long, long]);
} catch (error) {
  console.log(error.message);
}

console.log(JSON.stringify.name, JSON.stringify.length, Object.getOwnPropertyDescriptor(JSON, 'stringify').enumerable);
console.log('prototype' in JSON.stringify);

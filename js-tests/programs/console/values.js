// Values of every kind, as the console shows them. The playground's console is compared with the same output.
const show = (...values) => {
  for (const value of values) console.log(value);
};

show(undefined, null, true, -0, 0, 1e21, 1e-7, NaN, -Infinity, 12345678901234567890n, Symbol('s'), Symbol());
show('text', ['text', 'it\'s', 'a "b"', 'it\'s "a"', `it's "a" \``, 'line\nbreak\ttab\\', '\u0000\u007f', '\ud800']);

// Arrays.
show([], [[]], [1, [2, [3, [4]]]], [undefined, null], [, 1, , , 2, , ], new Array(3), [1, 2, , ]);
show(Object.assign([1, 2], { a: 1, '-': 2 }), Array.from({ length: 7 }, (_, index) => index * index));
show(Array.from({ length: 120 }, (_, index) => index), Array.from({ length: 30 }, (_, index) => 'x'.repeat(index % 9)));
show(Array.from({ length: 101 }), Object.assign([], { 200: 'far', 4294967294: 'most' }), [{}, [], [[]], new Map()]);
show(Object.defineProperty([1], 0, { get: () => 1, enumerable: true }));
show([['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30)]]);
show(new (class List extends Array {})(1, 2, 3), Object.setPrototypeOf([1], null), Array.prototype);

// Objects.
show({}, { a: 1, 'b-c': 2, 3: 3, $: 4, é: 5, 'a b': 6 }, { [Symbol('key')]: 1, [Symbol()]: 2 });
show({ a: { b: { c: { d: 1 } } } });
show({ get a() { return 1; }, set a(_) {}, get b() { return 1; }, set c(_) {} });
show(Object.create(null), Object.assign(Object.create(null), { a: 1 }), Object.create({ constructor: null }));
show(new (class Point { x = 1; #y = 2; get y() { return this.#y; } })(), new (class {})(), { constructor: 'text' });
show({ [Symbol.toStringTag]: 'Tag', a: 1 }, new (class Tagged { get [Symbol.toStringTag]() { return 'never'; } })());
show(Object.defineProperty({ b: 1 }, 'hidden', { value: 1 }), Object.create({ inherited: 1 }));
show(Object.create(Object.create(null)));
show({ a: 'x'.repeat(40), b: 'y'.repeat(40) });
show({ one: [1, 2, { three: [4] }], two: new Map([[{ a: 1 }, [1, [2, [3]]]]]) });
show({ text: 'a\nb', list: ['a'.repeat(80)], nested: { nested: { list: ['b'.repeat(80)] } } });
const circular = { name: 'a', list: [] };
circular.self = circular;
circular.list.push(circular, { circular });
const other = { circular, map: new Map() };
other.map.set('other', other);
show(circular, other, [circular, circular]);

// Functions.
show(() => {}, function () {}, function named() {}, async () => {}, function* generate() {}, async function* both() {});
show({ method() {}, get: async () => {} }, Object.assign(() => {}, { a: 1 }));
show(Object.assign(function f() {}, { b: [1] }));
show(class {}, class A {}, class B extends Array {}, class extends Map {}, class C extends null {});
show(class { static x = 1; });
show(class D { static name() {} }, (class E {}).prototype, Math.max, Map, [class F {}, () => {}]);
show((() => {}).bind(null));

// Boxes, dates and expressions.
show(Object(true), Object(1), Object(-0), Object('text'), Object(1n), Object(Symbol('s')));
show(Object.assign(Object('ab'), { c: 1 }));
show(new Date(0), new Date(NaN), Object.assign(new Date(0), { a: 1 }), /a[/]b/gi, new RegExp('/\n'), new RegExp(''));
show([new Date(0), /x/u, Object('y')], new (class Day extends Date {})(0));

// Collections and buffers.
show(new Map(), new Map([['a', { b: 1 }], [[1], new Set([1])]]), new Set(), new Set(['a', 'b']), new Map([[NaN, -0]]));
show(new Map(Array.from({ length: 102 }, (_, index) => [index, index])));
show(new Set(Array.from({ length: 101 }, (_, i) => i)));
show(new (class Lists extends Map {})([[1, 2]]), Object.assign(new Set([1]), { a: 1 }));
show({ deep: { deep: { map: new Map([[1, 2]]) } } });
show(new WeakMap(), new WeakSet(), new Map([[1, 2]]).entries(), [1][Symbol.iterator](), (function* () {})());
show(new Uint8Array([1, 2, 3]), new Float64Array([0.5, -0, NaN]), new BigInt64Array(2));
show(new Uint8Array(), [new Int8Array(1)]);
show(new Uint16Array(110), Object.assign(new Uint8Array(1), { a: 1 }), new ArrayBuffer(4), new ArrayBuffer(60));
show(new DataView(new ArrayBuffer(8), 2, 3), new ArrayBuffer(0));
show({ deep: { deep: { list: new Uint8Array(1), view: new DataView(new ArrayBuffer(1)) } } });
const detached = new ArrayBuffer(8);
structuredClone(detached, { transfer: [detached] });
show(detached, new Proxy({ a: 1 }, {}), [new Proxy([1], {}), new Proxy(() => {}, {})], Proxy.revocable({}, {}).proxy);

// Platform objects.
show(new Headers({ b: '1', 'a-b': '2' }), new Headers(), { deep: { deep: { headers: new Headers({ a: 'b' }) } } });
show(new URLSearchParams('a=1&b=2&a=3'), new URLSearchParams(), JSON, Math, Reflect, globalThis === this);
(function (...rest) {
  show(arguments, rest);
})(1, 'two');

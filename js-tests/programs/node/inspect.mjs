// util.inspect: Node prints the same.
import { inspect } from 'node:util';

class Plain {
    constructor() {
        this.a = 1;
    }
}
class Tagged {
    get [Symbol.toStringTag]() {
        return 'Special';
    }
}
class Custom {
    [inspect.custom](depth, options, given) {
        return `custom ${depth} ${typeof options.stylize} ${given === inspect}`;
    }
}
const cyclic = { name: 'x', list: [1] };
cyclic.self = cyclic;
cyclic.list.push(cyclic.list);
const accessors = {
    get a() {
        return 1;
    },
    set b(value) {},
    get c() {
        return { d: 1 };
    },
    set c(value) {},
};
const hidden = Object.defineProperty({ shown: 1 }, 'hidden', { value: 2, enumerable: false });
const deep = { a: { b: { c: { d: { e: 1 } } } } };
const withHoles = [1, , 3, , ,];
withHoles.extra = 'x';
const values = {
    primitives: [
        undefined,
        null,
        true,
        1,
        -0,
        1n,
        'text',
        "it's",
        'a"b\'c',
        'new\nline',
        '\u0007\x7f',
        Symbol('s'),
        Symbol(),
    ],
    numbers: Array.from({ length: 30 }, (_, index) => index * index),
    words: 'the quick brown fox jumps over the lazy dog and runs away from it all day long'.split(' '),
    many: Array.from({ length: 120 }, (_, index) => index),
    objects: [{}, { a: 1 }, { 'a-b': 1, 2: 3, [Symbol('k')]: 4 }, Object.create(null), Object.create({ a: 1 })],
    classes: [
        new Plain(),
        Plain,
        class extends Plain {},
        class {},
        new Tagged(),
        new Custom(),
        new (class Foo extends Map {})([[1, 2]]),
    ],
    functions: [
        function named() {},
        () => {},
        async () => {},
        function* gen() {},
        async function* ag() {},
        Math.max,
        Object.assign(function f() {}, { p: 1 }),
    ],
    collections: [new Map([['a', { b: 1 }]]), new Set([1, 'x']), new Map(), new Set(), new WeakMap(), new WeakSet()],
    buffers: [new Uint8Array([1, 2, 3]), new ArrayBuffer(4), new Float64Array(2), new DataView(new ArrayBuffer(2))],
    boxed: [Object(1), Object('str'), Object(true), Object(1n), Object(Symbol('b'))],
    dates: [new Date(0), new Date(NaN), /a/g, Object.assign(/b/, { p: 1 })],
    promises: [Promise.resolve(1), new Promise(() => {})],
    holes: withHoles,
    cyclic,
    accessors,
    deep,
    long: { one: 'a'.repeat(30), two: 'b'.repeat(30), three: 'c'.repeat(30) },
    nested: { list: [[1, 2, [3, [4, [5]]]], { a: { b: [1] } }] },
    strings: ['a'.repeat(100), 'line one\nline two '.repeat(10)],
    array: Object.assign([1, 2], { 7: 'far', name: 'list' }),
    sub: new (class List extends Array {})(3),
    math: [Math, JSON, globalThis === undefined],
};
for (const [name, value] of Object.entries(values)) {
    console.log(`--- ${name}`);
    console.log(inspect(value));
}
const options = [
    { depth: 0 },
    { depth: null },
    { compact: false },
    { compact: true },
    { breakLength: 40 },
    { breakLength: Infinity },
    { colors: true },
    { sorted: true },
    { showHidden: true },
    { getters: true },
    { maxArrayLength: 2 },
    { maxStringLength: 10 },
    { numericSeparator: true },
    { customInspect: false },
];
const sample = {
    z: 1,
    a: [1, 2, 3, { deep: { deeper: { deepest: true } } }],
    text: 'a longer text than that',
    m: new Map([[{ k: 1 }, new Set([1])]]),
    n: 1234567.891,
    d: new Date(0),
    r: /x/,
    u: undefined,
    nil: null,
    f() {},
    s: Symbol('s'),
    big: 123456789n,
};
for (const option of options) {
    console.log('---', Object.keys(option)[0], String(Object.values(option)[0]));
    console.log(inspect(sample, option));
    console.log(inspect(accessors, option));
    console.log(inspect(hidden, option));
    console.log(inspect(new Custom(), option));
}
console.log(inspect(deep, false, 4), inspect('text', { colors: true }), inspect([['a', 'b'], ['c']], { compact: 1 }));
console.log(inspect(new Proxy({ a: 1 }, {})), inspect(new Error('no stack'), { depth: 0 }).split('\n')[0]);
const error = new TypeError('bad');
error.stack = 'TypeError: bad\n    at somewhere';
console.log(inspect(error), inspect({ error }), inspect(Object.assign(error, { code: 'E_X', extra: [1] })));
const caused = new Error('outer', { cause: 'inner' });
caused.stack = 'Error: outer\n    at here';
console.log(inspect(caused));
const data = new FormData();
for (const value of ['1', '2']) data.append('a', value);
data.append("it's", 'x');
const headers = new Headers({ b: '1', 'a-b': '2' });
console.log(inspect(headers), inspect(new Headers()), inspect(data), inspect(new FormData()));
console.log(
    inspect(new URLSearchParams('a=1&a=2')),
    inspect(new URLSearchParams()),
    inspect([[[new Headers({ a: 'b' })]]]),
);
console.log(inspect(new (class Own extends Headers {})({ a: 'b' })));
class MyMap extends Map {}
class Upper extends Map {
    get [Symbol.toStringTag]() {
        return 'Upper';
    }
}
class Failure extends Error {}
const failure = Object.assign(new Failure('m'), { stack: 'Error: m\n    at here' });
const own = { a: 1, [Symbol.toStringTag]: 'Own' };
const withArguments = (function () {
    return arguments;
})(1, 'x');
for (const value of [
    new MyMap([[1, 2]]),
    new Upper(),
    failure,
    own,
    withArguments,
    new (class D extends Date {})(0),
    '\ud800',
])
    console.log(inspect(value));
for (const value of [new Uint8Array(1), new Tagged(), Object('ab'), [1]])
    console.log(inspect(value, { showHidden: true }));
for (const make of [
    () => new Map([[1, 2]]),
    () => [1],
    () => /a/g,
    () => new Date(0),
    () => new Uint8Array(1),
    () => new ArrayBuffer(1),
]) {
    const value = make();
    Object.setPrototypeOf(value, null);
    console.log(inspect(value));
}
console.log(
    inspect(
        {
            get a() {
                return 1;
            },
            get f() {
                return own;
            },
        },
        { getters: true },
    ),
);
console.log(
    inspect([/a/, { a: { b: { c: {} } } }, Object.assign(() => {}, { x: 1 })], { colors: true }),
    inspect([3, 1, ...[], 2], { sorted: true }),
);
console.log(
    inspect(Object.assign([2, 1], { b: 1, a: 2 }), { sorted: true }),
    inspect({ a: 'x'.repeat(50), b: { c: ['y'.repeat(60)] } }, { compact: true }),
);
console.log(inspect(['日本', '語', '한', '\u0301', '\u200d', 'a', 'b']), inspect(new ArrayBuffer(60)));

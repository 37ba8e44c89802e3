// Calls of all functions of node:assert with all kinds of values. Prints the result of each call: Node prints the same.
const load = (name) => require('node:' + name);
const assert = load('assert');
const strict = load('assert/strict');

let count = 0;

function describe(error) {
    if (error === null || typeof error !== 'object') return `threw ${String(error)}`;
    const fields = [error.name, error.code, error.generatedMessage, error.operator].map(String).join(' | ');
    return `${fields}\n    ${String(error.message).replaceAll('\n', '\n    ')}`;
}

function check(name, call) {
    count++;
    try {
        const result = call();
        console.log(`${name}: ok${result === undefined ? '' : ` ${String(result)}`}`);
    } catch (error) {
        console.log(`${name}: ${describe(error)}`);
    }
}

async function checkAsync(name, call) {
    count++;
    try {
        const promise = call();
        console.log(`${name}: ${promise instanceof Promise ? 'a promise' : 'no promise'}`);
        await promise;
        console.log(`${name}: ok`);
    } catch (error) {
        console.log(`${name}: ${describe(error)}`);
    }
}

// Prints how two values compare in all ways.
function compare(name, actual, expected) {
    const results = ['equal', 'strictEqual', 'deepEqual', 'deepStrictEqual', 'partialDeepStrictEqual'].map(
        (method) => {
            count++;
            try {
                assert[method](actual, expected);
                return 'yes';
            } catch (error) {
                return error.code === 'ERR_ASSERTION' ? 'no' : describe(error);
            }
        },
    );
    console.log(`compare ${name}: ${results.join(' ')}`);
}

// Prints the messages of deepStrictEqual for two values.
function messages(name, actual, expected) {
    check(`${name} (deepStrictEqual)`, () => assert.deepStrictEqual(actual, expected));
    check(`${name} (deepEqual)`, () => assert.deepEqual(actual, expected));
    check(`${name} (strictEqual)`, () => assert.strictEqual(actual, expected));
    check(`${name} (partialDeepStrictEqual)`, () => assert.partialDeepStrictEqual(actual, expected));
}

class Point {
    constructor(x, y) {
        this.x = x;
        this.y = y;
    }
}
class Point3 extends Point {
    constructor(x, y, z) {
        super(x, y);
        this.z = z;
    }
}
class CustomError extends Error {
    constructor(message) {
        super(message);
        this.name = 'CustomError';
    }
}
class Unnamed extends Error {}
const symbol = Symbol('s');
const nullObject = (properties) => Object.assign(Object.create(null), properties);
const shared = { shared: true };
function named() {}
const range = (length, f = (index) => index) => Array.from({ length }, (_, index) => f(index));

// The shape of the module.
check('typeof', () => typeof assert);
check('names', () => [assert.name, strict.name, assert.length, strict.length].join());
check('strict is the module', () => assert.strict === strict && strict.strict === strict);
check('ok', () => [assert.ok === assert, strict.ok === assert].join());
check('strict methods', () =>
    ['equal', 'deepEqual', 'notEqual', 'notDeepEqual'].map((name) => strict[name].name).join(),
);
check('shared methods', () => [strict.throws === assert.throws, strict.equal === assert.strictEqual].join());
for (const name of [
    'fail',
    'equal',
    'notEqual',
    'deepEqual',
    'notDeepEqual',
    'deepStrictEqual',
    'notDeepStrictEqual',
    'strictEqual',
    'notStrictEqual',
    'partialDeepStrictEqual',
    'match',
    'doesNotMatch',
    'throws',
    'rejects',
    'doesNotThrow',
    'doesNotReject',
    'ifError',
]) {
    check(`shape of ${name}`, () => `${assert[name].name} ${assert[name].length}`);
}

// assert and assert.ok.
check('ok: true', () => assert(true));
check('ok: object', () => assert.ok({}));
check('ok: no argument', () => assert.ok());
check('ok: message', () => assert.ok(0, 'it is zero'));
check('ok: empty message', () => assert.ok('', ''));
check('ok: number as message', () => assert(null, 42));
check('ok: error as message', () => assert(false, new TypeError('mine')));
check('ok: error of another class', () => assert(NaN, new CustomError('mine')));
check('ok: object as message', () => assert(0n, { toString: () => 'an object' }));
check('ok: source', () => assert.ok(0));
check('ok: source without message', () => assert(null, undefined));
check('ok: source of a longer expression', () => {
    assert.ok(typeof 123 === 'string' && [1, 2].map((x) => x).length > 4);
});
check('ok: source with brackets', () => {
    assert['ok'](false);
    assert.ok(1);
});
check('ok: source of an own name', () => {
    const { ok } = assert;
    ok('' /* empty */);
});
check('ok: source with quotes', () => {
    assert.ok('a)' === 'b;' || false);
});
check('strict: source', () => strict(NaN));
check('strict: source of strict.ok', () => strict.ok(0n));
check('ok: source of several lines', () => assert.ok(false));
check('strict: message', () => strict(undefined, 'strict'));
check('strict.ok: message', () => strict.ok(false, 'strict'));

// equal and notEqual.
check('equal: 1 "1"', () => assert.equal(1, '1'));
check('equal: 1 2', () => assert.equal(1, 2));
check('equal: NaN', () => assert.equal(NaN, NaN));
check('equal: null undefined', () => assert.equal(null, undefined));
check('equal: objects', () => assert.equal({ a: 1 }, { a: 1 }));
check('equal: long', () => assert.equal('a'.repeat(600), 'b'.repeat(600)));
check('equal: message', () => assert.equal(1, 2, 'not the same'));
check('equal: error', () => assert.equal(1, 2, new RangeError('mine')));
check('equal: one argument', () => assert.equal(1));
check('equal: none', () => assert.equal());
check('equal: symbols', () => assert.equal(Symbol('a'), symbol));
check('equal: conversion', () => assert.equal({ valueOf: () => 7 }, 7));
check('notEqual: 1 2', () => assert.notEqual(1, 2));
check('notEqual: 1 1', () => assert.notEqual(1, 1));
check('notEqual: NaN', () => assert.notEqual(NaN, NaN));
check('notEqual: message', () => assert.notEqual('a', 'a', 'the same'));
check('notEqual: one argument', () => assert.notEqual(1));
check('strict.equal: 1 "1"', () => strict.equal(1, '1'));
check('strict.notEqual: 1 1', () => strict.notEqual(1, 1));
check('strict.deepEqual', () => strict.deepEqual([1], ['1']));
check('strict.notDeepEqual', () => strict.notDeepEqual([1], [1]));

// strictEqual: the short forms.
check('strictEqual: 1 1', () => assert.strictEqual(1, 1));
check('strictEqual: 1 2', () => assert.strictEqual(1, 2));
check('strictEqual: zeros', () => assert.strictEqual(0, -0));
check('strictEqual: NaN', () => assert.strictEqual(NaN, NaN));
check('strictEqual: NaN 0', () => assert.strictEqual(NaN, 0));
check('strictEqual: 1n 1', () => assert.strictEqual(1n, 1));
check('strictEqual: short strings', () => assert.strictEqual('a', 'b'));
check('strictEqual: twelve', () => assert.strictEqual('abcdef', 'abcdeg'));
check('strictEqual: thirteen', () => assert.strictEqual('abcdefg', 'abcdeg'));
check('strictEqual: strings with a common start', () => assert.strictEqual('hello world', 'hello there'));
check('strictEqual: strings with different starts', () => assert.strictEqual('xhello world', 'hello there'));
check('strictEqual: a prefix', () => assert.strictEqual('hello world', 'hello world!'));
check('strictEqual: long strings', () => assert.strictEqual('a'.repeat(50) + 'x', 'a'.repeat(50) + 'y'));
check('strictEqual: lines', () => assert.strictEqual('one\ntwo\nthree', 'one\ntwo\nfour'));
check('strictEqual: many lines', () =>
    assert.strictEqual(
        range(30, (i) => `line ${i}`).join('\n'),
        range(30, (i) => (i === 20 ? 'other' : `line ${i}`)).join('\n'),
    ),
);
check('strictEqual: quotes', () => assert.strictEqual("it's a long string", 'it "is" a string'));
check('strictEqual: control characters', () => assert.strictEqual('a\u0000\u001b\u007f\tb\\', 'a\ud800\u2028'));
check('strictEqual: number and string', () => assert.strictEqual(123456789, '123456789'));
check('strictEqual: undefined null', () => assert.strictEqual(undefined, null));
check('strictEqual: booleans', () => assert.strictEqual(true, false));
check('strictEqual: symbols', () => assert.strictEqual(Symbol('one'), Symbol('one')));
check('strictEqual: functions', () => assert.strictEqual(named, function other() {}));
check('strictEqual: arrow functions', () =>
    assert.strictEqual(
        () => 1,
        () => 1,
    ),
);
check('strictEqual: same text', () => assert.strictEqual({ a: 1 }, { a: 1 }));
check('strictEqual: empty objects', () => assert.strictEqual({}, {}));
check('strictEqual: arrays', () => assert.strictEqual([1, 2, 3], [1, 2, 3]));
check('strictEqual: different objects', () => assert.strictEqual({ a: 1 }, { a: 2 }));
check('strictEqual: object and number', () => assert.strictEqual({ a: 1 }, 1));
check('strictEqual: empty object and null', () => assert.strictEqual({}, null));
check('strictEqual: number and array', () => assert.strictEqual(1, [1]));
check('strictEqual: message', () => assert.strictEqual(1, 2, 'my message'));
check('strictEqual: message and objects', () => assert.strictEqual({ a: 1 }, { a: 2 }, 'my message'));
check('strictEqual: empty message', () => assert.strictEqual(1, 2, ''));
check('strictEqual: undefined message', () => assert.strictEqual(1, 2, undefined));
check('strictEqual: number message', () => assert.strictEqual(1, 2, 5));
check('strictEqual: object message', () => assert.strictEqual(1, 2, { a: 1 }));
check('strictEqual: error message', () => assert.strictEqual(1, 2, new CustomError('mine')));
check('strictEqual: one argument', () => assert.strictEqual(1));
check('strictEqual: large numbers', () => assert.strictEqual(12345678901234, 1e21));
check('strictEqual: long same text', () => assert.strictEqual(range(60), range(60)));
check('notStrictEqual: 1 2', () => assert.notStrictEqual(1, 2));
check('notStrictEqual: 1 1', () => assert.notStrictEqual(1, 1));
check('notStrictEqual: long number', () => assert.notStrictEqual(123456, 123456));
check('notStrictEqual: objects', () => assert.notStrictEqual(shared, shared));
check('notStrictEqual: functions', () => assert.notStrictEqual(named, named));
check('notStrictEqual: long array', () => {
    const list = range(100);
    assert.notStrictEqual(list, list);
});
check('notStrictEqual: message', () => assert.notStrictEqual(1, 1, 'the same'));
check('notStrictEqual: one argument', () => assert.notStrictEqual(1));

// Deep equality of all kinds of values.
compare('numbers', 1, 1);
compare('number and string', 1, '1');
compare('zeros', 0, -0);
compare('zeros in arrays', [0], [-0]);
compare('NaN in arrays', [NaN], [NaN]);
compare('null and undefined', null, undefined);
compare('null and undefined in arrays', [null], [undefined]);
compare('undefined and null in arrays', [undefined], [null]);
compare('a number and null in arrays', [1], [null]);
compare('null and a number in arrays', [null], [1]);
compare('null and object', null, {});
compare('object and null', {}, null);
compare('object and string', {}, 'a');
compare('array and object', [], {});
compare('object and array', {}, []);
compare('number and array', 1, [1]);
compare('booleans', true, 1);
compare('bigints', 1n, 1);
compare('symbols', symbol, symbol);
compare('different symbols', Symbol('s'), Symbol('s'));
compare('functions', named, named);
compare(
    'different functions',
    () => 1,
    () => 1,
);
compare('function and object', named, {});
compare('functions in objects', { f: named }, { f: () => 1 });
compare('objects', { a: 1, b: 2 }, { b: 2, a: 1 });
compare('missing property', { a: 1 }, { a: 1, b: 2 });
compare('more properties', { a: 1, b: 2 }, { a: 1 });
compare('undefined property', { a: undefined }, {});
compare('undefined property and another', { a: undefined }, { b: undefined });
compare('string and number in objects', { a: 1 }, { a: '1' });
compare('nested', { a: { b: { c: [1, { d: 2 }] } } }, { a: { b: { c: [1, { d: 2 }] } } });
compare('nested, different', { a: { b: { c: [1, { d: 2 }] } } }, { a: { b: { c: [1, { d: 3 }] } } });
compare('arrays', [1, 2, 3], [1, 2, 3]);
compare('arrays of other lengths', [1, 2, 3], [1, 2]);
compare('part of an array', [1, 2, 3, 4], [2, 4]);
compare('part of an array in another order', [1, 2, 3, 4], [4, 2]);
compare('part of an array of objects', [{ a: 1, b: 2 }, { c: 3 }], [{ a: 1 }]);
compare('holes', [1, , 3], [1, , 3]);
compare('hole and undefined', [1, , 3], [1, undefined, 3]);
compare('undefined and hole', [1, undefined, 3], [1, , 3]);
compare('holes at other places', [, 1], [1, ,]);
compare('part with holes', [1, 2, , 4], [1, , 4]);
compare('property of an array', Object.assign([1], { a: 1 }), Object.assign([1], { a: 1 }));
compare('missing property of an array', [1], Object.assign([1], { a: 1 }));
compare('symbol of an array', Object.assign([1], { [symbol]: 1 }), [1]);
compare('symbol of an object', { [symbol]: 1 }, { [symbol]: 1 });
compare('missing symbol', {}, { [symbol]: 1 });
compare('other symbol value', { [symbol]: 1 }, { [symbol]: 2 });
compare('hidden symbol', Object.defineProperty({}, symbol, { value: 1 }), {});
compare('hidden property', Object.defineProperty({}, 'a', { value: 1 }), {});
compare('classes', new Point(1, 2), new Point(1, 2));
compare('class and object', new Point(1, 2), { x: 1, y: 2 });
compare('object and class', { x: 1, y: 2 }, new Point(1, 2));
compare('other class', new Point3(1, 2, 3), new Point(1, 2));
compare('null prototype', nullObject({ a: 1 }), { a: 1 });
compare('null prototypes', nullObject({ a: 1 }), nullObject({ a: 1 }));
compare('other prototypes', Object.create({ a: 1 }), Object.create({ a: 1 }));
compare('own constructor', { constructor: 1 }, { constructor: 1 });
compare('own constructor of the other', {}, { constructor: Object });
compare('tag', { [Symbol.toStringTag]: 'a' }, { [Symbol.toStringTag]: 'a' });
compare(
    'other tag',
    {
        get [Symbol.toStringTag]() {
            return 'a';
        },
    },
    {
        get [Symbol.toStringTag]() {
            return 'b';
        },
    },
);
compare('boxed numbers', new Number(1), new Number(1));
compare('other boxed numbers', new Number(1), new Number(2));
compare('boxed zeros', new Number(0), new Number(-0));
compare('boxed and plain', new Number(1), 1);
compare('boxed strings', new String('a'), new String('a'));
compare('other boxed strings', new String('a'), new String('b'));
compare('boxed booleans', new Boolean(true), new Boolean(false));
compare('boxed bigints', Object(1n), Object(1n));
compare('boxed symbols', Object(symbol), Object(symbol));
compare('boxed number and object', new Number(1), {});
compare('object and boxed number', {}, new Number(1));
compare('boxed with property', Object.assign(new Number(1), { a: 1 }), new Number(1));
compare('dates', new Date(5), new Date(5));
compare('other dates', new Date(5), new Date(6));
compare('invalid dates', new Date(NaN), new Date(NaN));
compare('date with property', Object.assign(new Date(5), { a: 1 }), new Date(5));
compare('date and object', new Date(5), {});
compare('object and date', {}, new Date(5));
compare('regexps', /a/g, /a/g);
compare('other flags', /a/g, /a/i);
compare('other source', /a/, /b/);
compare('other lastIndex', Object.assign(/a/g, { lastIndex: 1 }), /a/g);
compare('regexp and object', /a/, {});
compare('errors', new Error('a'), new Error('a'));
compare('other message', new Error('a'), new Error('b'));
compare('other error class', new Error('a'), new TypeError('a'));
compare('custom errors', new CustomError('a'), new CustomError('a'));
compare('error and object', new Error('a'), { message: 'a' });
compare('object and error', {}, new Error());
compare('causes', new Error('a', { cause: 1 }), new Error('a', { cause: 1 }));
compare('other cause', new Error('a', { cause: 1 }), new Error('a', { cause: 2 }));
compare('missing cause', new Error('a', { cause: undefined }), new Error('a'));
compare('missing cause of the other', new Error('a'), new Error('a', { cause: undefined }));
compare('aggregate errors', new AggregateError([1], 'a'), new AggregateError([1], 'a'));
compare('other aggregate errors', new AggregateError([1], 'a'), new AggregateError([2], 'a'));
compare(
    'error with property',
    Object.assign(new Error('a'), { code: 1 }),
    Object.assign(new Error('a'), { code: 2 }),
);
compare('part of an error', Object.assign(new Error('a'), { code: 1 }), new Error('a'));
compare(
    'maps',
    new Map([
        [1, 2],
        [3, 4],
    ]),
    new Map([
        [3, 4],
        [1, 2],
    ]),
);
compare('other maps', new Map([[1, 2]]), new Map([[1, 3]]));
compare(
    'part of a map',
    new Map([
        [1, 2],
        [3, 4],
    ]),
    new Map([[3, 4]]),
);
compare('maps with loose keys', new Map([[1, 'a']]), new Map([['1', 'a']]));
compare('maps with loose values', new Map([[1, '1']]), new Map([[1, 1]]));
compare('maps with null keys', new Map([[null, 1]]), new Map([[undefined, 1]]));
compare(
    'maps with null and undefined keys',
    new Map([
        [null, 1],
        [1, 1],
    ]),
    new Map([
        [undefined, 1],
        [1, 1],
    ]),
);
compare(
    'maps with object keys',
    new Map([
        [{ a: 1 }, 1],
        [{ b: 1 }, 2],
    ]),
    new Map([
        [{ b: 1 }, 2],
        [{ a: 1 }, 1],
    ]),
);
compare('maps with other object keys', new Map([[{ a: 1 }, 1]]), new Map([[{ a: 2 }, 1]]));
compare(
    'maps with mixed keys',
    new Map([
        [{ a: 1 }, 1],
        ['k', 2],
    ]),
    new Map([
        ['k', 2],
        [{ a: 1 }, 1],
    ]),
);
compare('maps with NaN', new Map([[NaN, 1]]), new Map([[NaN, 1]]));
compare('maps with undefined values', new Map([['a', undefined]]), new Map([['b', undefined]]));
compare(
    'part of a map with object keys',
    new Map([
        [{ a: 1 }, 1],
        [{ b: 1 }, 2],
    ]),
    new Map([[{ b: 1 }, 2]]),
);
compare('map and object', new Map(), {});
compare('map and set', new Map(), new Set());
compare('map with property', Object.assign(new Map([[1, 2]]), { a: 1 }), new Map([[1, 2]]));
compare('sets', new Set([1, 2]), new Set([2, 1]));
compare('other sets', new Set([1, 2]), new Set([1, 3]));
compare('sets with objects', new Set([{ a: 1 }, { b: 1 }]), new Set([{ b: 1 }, { a: 1 }]));
compare(
    'sets with three objects',
    new Set([{ a: 1 }, { b: 1 }, { c: 1 }]),
    new Set([{ c: 1 }, { a: 1 }, { b: 1 }]),
);
compare(
    'sets with repeated objects',
    new Set([{ a: 1 }, { a: 1 }, { b: 1 }]),
    new Set([{ a: 1 }, { b: 1 }, { b: 1 }]),
);
compare('sets with other objects', new Set([{ a: 1 }, 1]), new Set([{ a: 2 }, 1]));
compare('sets with loose members', new Set([1, 'a']), new Set(['1', 'a']));
compare('sets with more loose members', new Set(['1', 2, '3']), new Set([1, '2', 3]));
compare('sets with null', new Set([null]), new Set([undefined]));
compare('sets of sets', new Set([new Set([1]), new Set([2])]), new Set([new Set([2]), new Set([1])]));
compare('part of a set', new Set([1, 2, 3]), new Set([3]));
compare('part of a set with objects', new Set([{ a: 1, b: 1 }, { c: 1 }, 5]), new Set([{ c: 1 }, { a: 1 }]));
compare('set and array', new Set([1]), [1]);
compare('empty sets', new Set(), new Set());
compare('array buffers', new Uint8Array([1, 2]).buffer, new Uint8Array([1, 2]).buffer);
compare('other array buffers', new Uint8Array([1, 2]).buffer, new Uint8Array([1, 3]).buffer);
compare('part of an array buffer', new Uint8Array([1, 2, 3]).buffer, new Uint8Array([1, 3]).buffer);
compare('typed arrays', new Uint8Array([1, 2]), new Uint8Array([1, 2]));
compare('other typed arrays', new Uint8Array([1, 2]), new Uint8Array([1, 3]));
compare('typed arrays of other types', new Uint8Array([1]), new Int8Array([1]));
compare('part of a typed array', new Uint8Array([1, 2, 3]), new Uint8Array([1, 3]));
compare('floats', new Float64Array([0]), new Float64Array([-0]));
compare('floats with NaN', new Float32Array([NaN]), new Float32Array([NaN]));
compare('typed array and array', new Uint8Array([1]), [1]);
compare('array and typed array', [1], new Uint8Array([1]));
compare('typed array with property', Object.assign(new Uint8Array([1]), { a: 1 }), new Uint8Array([1]));
compare('data views', new DataView(new ArrayBuffer(2)), new DataView(new ArrayBuffer(2)));
compare('other data views', new DataView(new ArrayBuffer(2)), new DataView(new Uint8Array([1, 0]).buffer));
compare('subarrays', new Uint8Array([9, 1, 2]).subarray(1), new Uint8Array([1, 2]));
compare('weak maps', new WeakMap(), new WeakMap());
compare('weak sets', new WeakSet(), new WeakSet());
compare('promises', Promise.resolve(1), Promise.resolve(1));
compare('weak map and object', {}, new WeakMap());
compare(
    'arguments',
    (function () {
        return arguments;
    })(1, 2),
    (function () {
        return arguments;
    })(1, 2),
);
compare(
    'arguments and array',
    (function () {
        return arguments;
    })(1),
    [1],
);
compare(
    'arguments and object',
    (function () {
        return arguments;
    })(1),
    { 0: 1 },
);
compare(
    'getters',
    {
        get a() {
            return 1;
        },
    },
    { a: 1 },
);
compare(
    'other getters',
    {
        get a() {
            return 1;
        },
    },
    {
        get a() {
            return 2;
        },
    },
);
compare('proxies', new Proxy({ a: 1 }, {}), { a: 1 });
compare('proxy for an array', new Proxy([1], {}), [1]);
compare('array and a proxy for one', [1], new Proxy([1], {}));
compare('proxy for a map', new Proxy(new Map(), {}), new Map());
compare('URLs', new URL('http://a/'), new URL('http://a/'));
compare('other URLs', new URL('http://a/'), new URL('http://b/'));
{
    const one = { a: 1 };
    one.self = one;
    const two = { a: 1 };
    two.self = two;
    const three = { a: 1, self: { a: 1 } };
    three.self.self = three;
    compare('cycles', one, two);
    compare('cycles of other lengths', one, three);
    const list = [1];
    list.push(list);
    const other = [1];
    other.push(other);
    compare('cyclic arrays', list, other);
    const map = new Map();
    map.set('m', map);
    const otherMap = new Map();
    otherMap.set('m', otherMap);
    compare('cyclic maps', map, otherMap);
    const set = new Set();
    set.add(set);
    const otherSet = new Set();
    otherSet.add(otherSet);
    compare('cyclic sets', set, otherSet);
    compare('shared objects', [shared, shared], [{ shared: true }, { shared: true }]);
    messages('cycle', one, { a: 2, self: null });
}

// Messages.
messages('object', { a: 1, b: 'two', c: [1, 2] }, { a: 1, b: 'three', c: [1, 2, 3] });
messages('order', { b: 1, a: 2 }, { a: 2, b: 2 });
messages('array', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
messages(
    'long array',
    range(100),
    range(100, (i) => (i === 50 ? 'x' : i)),
);
messages(
    'two places',
    range(40),
    range(40, (i) => (i === 5 || i === 30 ? -i : i)),
);
messages('seven equal lines', [0, 1, 2, 3, 4, 5, 6, 'a'], [9, 1, 2, 3, 4, 5, 6, 'b']);
messages('eight equal lines', [0, 1, 2, 3, 4, 5, 6, 7, 'a'], [9, 1, 2, 3, 4, 5, 6, 7, 'b']);
messages('nine equal lines', [0, 1, 2, 3, 4, 5, 6, 7, 8, 'a'], [9, 1, 2, 3, 4, 5, 6, 7, 8, 'b']);
messages('last element', [1, 2], [1, 2, 3]);
messages('first element', [1, 2, 3], [2, 3]);
messages('no common line', [1], { a: 1 });
messages('holes', [1, , , 4], [1, , 3, 4]);
messages('class', new Point(1, 2), new Point3(1, 2, 3));
messages('class and object', new Point(1, 2), { x: 1, y: 2 });
messages('null prototype', nullObject({ a: 1 }), { a: 1 });
messages('prototype without constructor', Object.create(nullObject({ b: 1 })), { a: 1 });
messages('object with tag', { [Symbol.toStringTag]: 'T', a: 1 }, { a: 1 });
messages(
    'class with tag',
    new (class Tagged {
        get [Symbol.toStringTag]() {
            return 'Label';
        }
        a = 1;
    })(),
    { a: 1 },
);
messages(
    'maps',
    new Map([
        ['a', 1],
        ['b', { c: 2 }],
    ]),
    new Map([
        ['a', 1],
        ['b', { c: 3 }],
    ]),
);
messages('map with object keys', new Map([[{ k: 1 }, 'v']]), new Map([[{ k: 2 }, 'v']]));
messages('sets', new Set([3, 1, 'x']), new Set([3, 2, 'x']));
messages('empty collections', new Map(), new Set());
messages('dates', new Date(0), new Date(1));
messages('invalid date', new Date(NaN), new Date(0));
messages('date with property', Object.assign(new Date(0), { a: 1 }), new Date(0));
messages('regexps', /a\/b/g, /a/i);
messages('errors', new Error('one'), new Error('two'));
messages('error classes', new TypeError('one'), new CustomError('one'));
messages('unnamed error class', new Unnamed('one'), new Error('one'));
messages('error with properties', Object.assign(new Error('one'), { code: 'E' }), new Error('one'));
messages('error with cause', new Error('one', { cause: 'x' }), new Error('one', { cause: 'y' }));
messages('error and object', Object.assign(new Error('one'), { stack: undefined }), { message: 'one' }.message);
messages('boxed', [new Number(1), new String('a'), new Boolean(false), Object(2n), Object(symbol)], []);
messages('boxed string with property', Object.assign(new String('ab'), { c: 1 }), new String('ab'));
messages('typed arrays', new Uint8Array([1, 2]), new Uint8Array([1, 3]));
messages('bigint arrays', new BigInt64Array([1n]), new BigInt64Array([2n]));
messages('array buffers', new Uint8Array([1, 255]).buffer, new ArrayBuffer(2));
messages('data views', new DataView(new ArrayBuffer(1)), new DataView(new Uint8Array([7]).buffer));
messages('promise', [Promise.resolve(5), new Promise(() => {})], []);
messages('weak', [new WeakMap(), new WeakSet()], []);
messages(
    'functions',
    [
        named,
        () => 1,
        async () => 1,
        function* () {},
        async function* g() {},
        class A {},
        class B extends Point {},
        Math.max,
    ],
    [],
);
messages('anonymous class', [class {}, class extends Point {}], []);
messages(
    'function with property',
    Object.assign(function f() {}, { a: 1 }),
    named,
);
messages('symbols', { [symbol]: 1, [Symbol("it's")]: 2, [Symbol.iterator]: 3 }, {});
messages('keys', { 'a-b': 1, '1a': 2, 3: 3, "it's": 4, $: 5, _: 6, é: 7, '': 8, ['__proto__']: 9 }, {});
messages(
    'getters',
    {
        get a() {
            return 1;
        },
        set a(_) {},
        get b() {
            return { c: 1 };
        },
        set d(_) {},
        get e() {
            return null;
        },
    },
    {},
);
messages('nested', { a: { b: { c: { d: { e: { f: 1 } } } } } }, { a: { b: { c: { d: { e: { f: 2 } } } } } });
messages(
    'strings in objects',
    { text: 'a long text with\nseveral lines\nthat does not fit on one line of the terminal, so it is split' },
    { text: '' },
);
messages('long string', { text: 'x'.repeat(10100) }, { text: 'y' });
messages('primitives', [undefined, null, true, -0, 1.5, NaN, Infinity, 10n, 'a', symbol], []);
messages(
    'arguments',
    (function () {
        return arguments;
    })(1, 'a'),
    [],
);
messages('proxy', new Proxy({ a: 1 }, {}), { a: 2 });
messages('array with properties', Object.assign([1], { z: 1, a: 2 }), [1]);
messages('class extending Array', new (class List extends Array {})(3), []);
messages('class extending Map', new (class Registry extends Map {})([[1, 2]]), new Map([[1, 2]]));
messages('array and class extending Array', Object.setPrototypeOf([1], null), [1]);
messages('generator', [(function* () {})()], []);
messages('iterators', { length: 1, 0: 'a' }, ['a']);
messages('string and array', 'abc', ['a', 'b', 'c']);
messages('undefined and object', undefined, { a: 1 });
messages('number and object', 5, { a: 1 });
messages('JSON', JSON.parse('{"a":[{"b":null},{"c":[[]]}],"d":{}}'), { a: [], d: [] });
messages('URL', { url: new URL('http://a/b?c') }, { url: new URL('http://a/') });
messages('Math and JSON', [Math, JSON, globalThis.Reflect], []);
check('deepStrictEqual: message', () => assert.deepStrictEqual([1], [2], 'my message'));
check('deepStrictEqual: empty message', () => assert.deepStrictEqual([1], [2], ''));
check('deepStrictEqual: error', () => assert.deepStrictEqual([1], [2], new TypeError('mine')));
check('deepStrictEqual: one argument', () => assert.deepStrictEqual(1));
check('deepEqual: message', () => assert.deepEqual([1], [2], 'my message'));
check('deepEqual: one argument', () => assert.deepEqual(1));
check('deepEqual: long', () =>
    assert.deepEqual(
        range(300),
        range(300, () => 'x'),
    ),
);
check('partialDeepStrictEqual: message', () => assert.partialDeepStrictEqual([1], [2], 'my message'));
check('partialDeepStrictEqual: one argument', () => assert.partialDeepStrictEqual(1));
check('notDeepEqual: different', () => assert.notDeepEqual([1], [2]));
check('notDeepEqual: same', () => assert.notDeepEqual([1], [1]));
check('notDeepEqual: other text', () => assert.notDeepEqual([1], ['1']));
check('notDeepEqual: message', () => assert.notDeepEqual([1], [1], 'my message'));
check('notDeepEqual: long', () => assert.notDeepEqual(range(300), range(300)));
check('notDeepEqual: one argument', () => assert.notDeepEqual(1));
check('notDeepStrictEqual: different', () => assert.notDeepStrictEqual([1], ['1']));
check('notDeepStrictEqual: same', () => assert.notDeepStrictEqual({ a: [1] }, { a: [1] }));
check('notDeepStrictEqual: number', () => assert.notDeepStrictEqual(1, 1));
check('notDeepStrictEqual: long number', () => assert.notDeepStrictEqual(1234567, 1234567));
check('notDeepStrictEqual: long', () => assert.notDeepStrictEqual(range(80), range(80)));
check('notDeepStrictEqual: message', () => assert.notDeepStrictEqual(1, 1, 'my message'));
check('notDeepStrictEqual: one argument', () => assert.notDeepStrictEqual(1));

// throws.
const thrower = (error) => () => {
    throw error;
};
check('throws: any', () => assert.throws(thrower(new Error('a'))));
check('throws: undefined', () => assert.throws(thrower(undefined)));
check('throws: nothing', () => assert.throws(() => {}));
check('throws: nothing, message', () => assert.throws(() => {}, 'my message'));
check('throws: nothing, class', () => assert.throws(() => {}, TypeError));
check('throws: nothing, class and message', () => assert.throws(() => {}, TypeError, 'my message'));
check('throws: nothing, object', () => assert.throws(() => {}, { message: 'a' }));
check('throws: nothing, arrow function', () =>
    assert.throws(
        () => {},
        () => true,
    ),
);
check('throws: nothing, error as message', () => assert.throws(() => {}, Error, new TypeError('mine')));
check('throws: no function', () => assert.throws('a'));
check('throws: promise', () => assert.throws(Promise.resolve()));
check('throws: undefined as function', () => assert.throws());
check('throws: class', () => assert.throws(thrower(new TypeError('a')), TypeError));
check('throws: parent class', () => assert.throws(thrower(new TypeError('a')), Error));
check('throws: other class', () => assert.throws(thrower(new TypeError('a')), RangeError));
check('throws: other class, message', () => assert.throws(thrower(new TypeError('a')), RangeError, 'my message'));
check('throws: other class, error as message', () =>
    assert.throws(thrower(new TypeError('a')), RangeError, new Error('mine')),
);
check('throws: class without message', () => assert.throws(thrower(new TypeError()), RangeError));
check('throws: primitive and class', () => assert.throws(thrower('text'), RangeError));
check('throws: object and class', () => assert.throws(thrower({ a: 1 }), RangeError));
check('throws: null and class', () => assert.throws(thrower(null), RangeError));
check('throws: same name', () => assert.throws(thrower(new CustomError('a')), class CustomError extends Error {}));
check('throws: other kind of class', () => assert.throws(thrower(new Point(1, 2)), Point));
check('throws: other kind of class, no instance', () =>
    assert.throws(thrower(new Error('a')), function Old() {
        return false;
    }),
);
check('throws: regexp', () => assert.throws(thrower(new Error('a message')), /a mess/));
check('throws: regexp and name', () => assert.throws(thrower(new Error('a message')), /^Error: a message$/));
check('throws: other regexp', () => assert.throws(thrower(new Error('a message')), /other/g));
check('throws: other regexp, message', () =>
    assert.throws(thrower(new Error('a message')), /other/g, 'my message'),
);
check('throws: regexp and string', () => assert.throws(thrower('text'), /ex/));
check('throws: regexp and symbol', () => assert.throws(thrower(symbol), /nothing/));
check('throws: function', () => assert.throws(thrower(new Error('a')), (error) => error.message === 'a'));
check('throws: function, false', () =>
    assert.throws(thrower(new Error('a')), function validate() {
        return false;
    }),
);
check('throws: function, undefined', () => assert.throws(thrower(new Error('a')), () => {}));
check('throws: anonymous function', () =>
    assert.throws(
        thrower(new Error('a')),
        (
            () => () =>
                1
        )(),
    ),
);
check('throws: function, message', () => assert.throws(thrower(new Error('a')), () => false, 'my message'));
check('throws: function, primitive', () => assert.throws(thrower(5), (value) => value === 6));
check('throws: function that throws', () =>
    assert.throws(thrower(1), () => {
        throw new RangeError('inner');
    }),
);
check('throws: object', () => assert.throws(thrower(new TypeError('a')), { name: 'TypeError', message: 'a' }));
check('throws: object with regexp', () =>
    assert.throws(thrower(new TypeError('abc')), { name: /^Type/, message: /b/ }),
);
check('throws: other object', () =>
    assert.throws(thrower(new TypeError('a')), { name: 'TypeError', message: 'b' }),
);
check('throws: other object, regexp', () =>
    assert.throws(thrower(new TypeError('a')), { name: /Type/, message: /b/ }),
);
check('throws: object with missing property', () => assert.throws(thrower(new TypeError('a')), { code: 'E' }));
check('throws: object with nested', () =>
    assert.throws(thrower(Object.assign(new Error('a'), { info: { n: [1] } })), { info: { n: [2] } }),
);
check('throws: other object, message', () =>
    assert.throws(thrower(new TypeError('a')), { message: 'b' }, 'my message'),
);
check('throws: other object, error', () =>
    assert.throws(thrower(new TypeError('a')), { message: 'b' }, new Error('mine')),
);
check('throws: empty object', () => assert.throws(thrower(new TypeError('a')), {}));
check('throws: empty array', () => assert.throws(thrower(new TypeError('a')), []));
check('throws: error object', () => assert.throws(thrower(new TypeError('a')), new TypeError('a')));
check('throws: other error object', () => assert.throws(thrower(new TypeError('a')), new TypeError('b')));
check('throws: error object with properties', () =>
    assert.throws(thrower(Object.assign(new Error('a'), { code: 1 })), Object.assign(new Error('a'), { code: 2 })),
);
check('throws: primitive and object', () => assert.throws(thrower('a'), { message: 'a' }));
check('throws: primitive and object, message', () => assert.throws(thrower(1), { message: 'a' }, 'my message'));
check('throws: plain object', () => assert.throws(thrower({ a: 1 }), { a: 1 }));
check('throws: ambiguous', () => assert.throws(thrower(new Error('same')), 'same'));
check('throws: ambiguous primitive', () => assert.throws(thrower('same'), 'same'));
check('throws: message only', () => assert.throws(thrower(new Error('a')), 'not the same'));
check('throws: two strings', () => assert.throws(thrower(new Error('a')), 'a', 'b'));
check('throws: number', () => assert.throws(thrower(new Error('a')), 5));
check('throws: symbol', () => assert.throws(thrower(new Error('a')), symbol));
check('throws: null', () => assert.throws(thrower(new Error('a')), null));
check('throws: undefined and message', () => assert.throws(thrower(new Error('a')), undefined, 'my message'));
check('doesNotThrow: nothing', () => assert.doesNotThrow(() => 5));
check('doesNotThrow: error', () => assert.doesNotThrow(thrower(new Error('a'))));
check('doesNotThrow: message', () => assert.doesNotThrow(thrower(new Error('a')), 'my message'));
check('doesNotThrow: class', () => assert.doesNotThrow(thrower(new TypeError('a')), TypeError, 'my message'));
check('doesNotThrow: other class', () => assert.doesNotThrow(thrower(new TypeError('a')), RangeError));
check('doesNotThrow: regexp', () => assert.doesNotThrow(thrower(new TypeError('a')), /a/));
check('doesNotThrow: other regexp', () => assert.doesNotThrow(thrower(new TypeError('a')), /b/));
check('doesNotThrow: function', () => assert.doesNotThrow(thrower(new TypeError('a')), () => true));
check('doesNotThrow: object', () => assert.doesNotThrow(thrower(new TypeError('a')), { message: 'a' }));
check('doesNotThrow: undefined', () => assert.doesNotThrow(thrower(undefined)));
check('doesNotThrow: primitive', () => assert.doesNotThrow(thrower('text')));
check('doesNotThrow: no function', () => assert.doesNotThrow(5));

// match.
check('match: yes', () => assert.match('abc', /b/));
check('match: no', () => assert.match('abc', /x/));
check('match: lines', () => assert.match('abc\ndef', /^x/m));
check('match: message', () => assert.match('abc', /x/, 'my message'));
check('match: error', () => assert.match('abc', /x/, new TypeError('mine')));
check('match: number', () => assert.match(123, /1/));
check('match: undefined', () => assert.match(undefined, /1/));
check('match: object', () => assert.match({ a: 1 }, /1/));
check('match: string as regexp', () => assert.match('abc', 'b'));
check('match: object as regexp', () => assert.match('abc', { a: 1 }));
check('match: no regexp', () => assert.match('abc'));
check('doesNotMatch: yes', () => assert.doesNotMatch('abc', /x/));
check('doesNotMatch: no', () => assert.doesNotMatch('abc', /b/));
check('doesNotMatch: message', () => assert.doesNotMatch('abc', /b/, 'my message'));
check('doesNotMatch: number', () => assert.doesNotMatch(123, /x/));
check('doesNotMatch: null as regexp', () => assert.doesNotMatch('abc', null));
check('match: sticky', () => {
    const regexp = /b/g;
    assert.match('ab', regexp);
    return regexp.lastIndex;
});

// fail and ifError.
check('fail: none', () => assert.fail());
check('fail: undefined', () => assert.fail(undefined));
check('fail: message', () => assert.fail('my message'));
check('fail: number', () => assert.fail(5));
check('fail: error', () => assert.fail(new TypeError('mine')));
check('fail: object', () => assert.fail({ toString: () => 'text' }));
check('ifError: null', () => assert.ifError(null));
check('ifError: undefined', () => assert.ifError(undefined));
check('ifError: false', () => assert.ifError(false));
check('ifError: zero', () => assert.ifError(0));
check('ifError: string', () => assert.ifError('text'));
check('ifError: error', () => assert.ifError(new TypeError('mine')));
check('ifError: error without message', () => assert.ifError(new TypeError()));
check('ifError: object', () => assert.ifError({ message: 'text' }));
check('ifError: object without message', () => assert.ifError({ a: 1 }));
check('ifError: object without prototype', () => assert.ifError(nullObject({ message: '' })));

// AssertionError.
const { AssertionError } = assert;
check('AssertionError: class', () =>
    [
        AssertionError.name,
        AssertionError.length,
        Object.getPrototypeOf(AssertionError) === Error,
        AssertionError.prototype instanceof Error,
        strict.AssertionError === AssertionError,
    ].join(),
);
check('AssertionError: no options', () => {
    throw new AssertionError();
});
check('AssertionError: null', () => {
    throw new AssertionError(null);
});
check('AssertionError: array', () => {
    throw new AssertionError([]);
});
check('AssertionError: string', () => {
    throw new AssertionError('text');
});
check('AssertionError: without new', () => {
    try {
        AssertionError({});
    } catch (error) {
        return error.name;
    }
});
check('AssertionError: message', () => {
    throw new AssertionError({ message: 'mine' });
});
check('AssertionError: empty', () => {
    throw new AssertionError({});
});
check('AssertionError: values', () => {
    throw new AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' });
});
check('AssertionError: other operator', () => {
    throw new AssertionError({ actual: 1, expected: [2], operator: 'is' });
});
check('AssertionError: deepEqual', () => {
    throw new AssertionError({ actual: [1], expected: [2], operator: 'deepEqual' });
});
check('AssertionError: full', () => {
    throw new AssertionError({ actual: range(60), expected: range(60), operator: 'deepStrictEqual', diff: 'full' });
});
check('AssertionError: properties', () => {
    const error = new AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' });
    return (
        JSON.stringify(Object.keys(error)) +
        JSON.stringify(error) +
        (error instanceof AssertionError) +
        (error instanceof Error) +
        Object.prototype.toString.call(error)
    );
});
check('AssertionError: toString', () => String(new AssertionError({ message: 'mine' })));
check('AssertionError: own properties', () =>
    Object.getOwnPropertyNames(new AssertionError({ message: 'mine' }))
        .sort()
        .join(),
);
check('AssertionError: subclass', () => {
    class Mine extends AssertionError {}
    const error = new Mine({ message: 'mine' });
    return [error instanceof Mine, error instanceof AssertionError, error.name, error.constructor.name].join();
});
check('AssertionError: values are kept', () => {
    const actual = { a: 1 };
    try {
        assert.deepStrictEqual(actual, shared);
    } catch (error) {
        return [error.actual === actual, error.expected === shared].join();
    }
});
check('AssertionError: values of throws', () => {
    const thrown = new TypeError('a');
    const expected = { message: 'b' };
    try {
        assert.throws(thrower(thrown), expected);
    } catch (error) {
        return [error.actual === thrown, error.expected === expected].join();
    }
});
check('AssertionError: errors are copied', () => {
    const actual = new Error('a');
    try {
        assert.strictEqual(actual, new Error('b'));
    } catch (error) {
        return [error.actual === actual, error.actual.message, error.actual.stack].join();
    }
});

// What user code can do.
check('getter that throws', () =>
    assert.deepStrictEqual(
        {
            get a() {
                throw new RangeError('from a getter');
            },
        },
        { a: 1 },
    ),
);
check('proxy that throws', () =>
    assert.deepStrictEqual(
        {},
        new Proxy(
            {},
            {
                ownKeys() {
                    throw new RangeError('from a trap');
                },
            },
        ),
    ),
);
check('tag that throws', () =>
    assert.deepStrictEqual(
        {
            get [Symbol.toStringTag]() {
                throw new RangeError('from a tag');
            },
        },
        {},
    ),
);
check('message with toString that throws', () =>
    assert.equal(1, 2, {
        toString() {
            throw new RangeError('from toString');
        },
    }),
);
check('symbol as message', () => assert.equal(1, 2, symbol));
check('getter that changes the array', () => {
    const list = [0, 1, 2];
    Object.defineProperty(list, 0, {
        enumerable: true,
        configurable: true,
        get() {
            list.length = 1;
            return 0;
        },
    });
    try {
        assert.deepStrictEqual(list, [0, 1, 2]);
    } catch {} // either result is right
});
check('getter that changes the map', () => {
    const map = new Map();
    map.set(1, {
        get a() {
            map.clear();
            return 1;
        },
    });
    map.set(2, { a: 2 });
    assert.deepStrictEqual(
        map,
        new Map([
            [1, { a: 1 }],
            [2, { a: 2 }],
        ]),
    );
});
check('getter that asserts', () =>
    assert.deepStrictEqual(
        {
            get a() {
                assert.deepStrictEqual({ b: 1 }, { b: 1 });
                return 1;
            },
        },
        { a: 1 },
    ),
);
check('getter that asserts falsely', () =>
    assert.deepStrictEqual(
        {
            get a() {
                assert.deepStrictEqual({ b: 1 }, { b: 2 });
                return 1;
            },
        },
        { a: 1 },
    ),
);
check('getter that throws in a message', () =>
    assert.strictEqual(
        {
            get a() {
                throw new TypeError('t').message;
            },
        },
        1,
    ),
);

(async () => {
    await checkAsync('rejects: yes', () => assert.rejects(Promise.reject(new Error('a'))));
    await checkAsync('rejects: no', () => assert.rejects(Promise.resolve(1)));
    await checkAsync('rejects: function', () =>
        assert.rejects(async () => {
            throw new TypeError('a');
        }, TypeError),
    );
    await checkAsync('rejects: function, no', () => assert.rejects(async () => 1, TypeError, 'my message'));
    await checkAsync('rejects: other class', () => assert.rejects(Promise.reject(new Error('a')), RangeError));
    await checkAsync('rejects: object', () => assert.rejects(Promise.reject(new Error('a')), { message: 'a' }));
    await checkAsync('rejects: other object', () =>
        assert.rejects(Promise.reject(new Error('a')), { message: 'b' }),
    );
    await checkAsync('rejects: regexp', () => assert.rejects(Promise.reject(new Error('a')), /a$/));
    await checkAsync('rejects: validation', () => assert.rejects(Promise.reject(5), (value) => value === 5));
    await checkAsync('rejects: validation, no', () => assert.rejects(Promise.reject(5), (value) => value === 6));
    await checkAsync('rejects: function without promise', () => assert.rejects(() => 5));
    await checkAsync('rejects: function with object', () => assert.rejects(() => ({ then() {} })));
    await checkAsync('rejects: function with class', () => assert.rejects(() => new Map()));
    await checkAsync('rejects: function that throws', () =>
        assert.rejects(() => {
            throw new RangeError('now');
        }),
    );
    await checkAsync('rejects: number', () => assert.rejects(5));
    await checkAsync('rejects: nothing', () => assert.rejects());
    await checkAsync('rejects: string', () =>
        assert.rejects('a string that is longer than twenty-eight characters'),
    );
    await checkAsync('rejects: thenable', () =>
        assert.rejects({ then: (_, reject) => reject(new Error('a')), catch() {} }, /a/),
    );
    await checkAsync('rejects: thenable without catch', () => assert.rejects({ then() {} }));
    await checkAsync('rejects: ambiguous', () => assert.rejects(Promise.reject(new Error('same')), 'same'));
    await checkAsync('rejects: message', () => assert.rejects(Promise.resolve(), 'my message'));
    await checkAsync('doesNotReject: yes', () => assert.doesNotReject(Promise.resolve(1)));
    await checkAsync('doesNotReject: no', () => assert.doesNotReject(Promise.reject(new Error('a'))));
    await checkAsync('doesNotReject: message', () =>
        assert.doesNotReject(async () => {
            throw new Error('a');
        }, 'my message'),
    );
    await checkAsync('doesNotReject: class', () =>
        assert.doesNotReject(Promise.reject(new Error('a')), Error, 'my message'),
    );
    await checkAsync('doesNotReject: other class', () =>
        assert.doesNotReject(Promise.reject(new Error('a')), TypeError),
    );
    await checkAsync('doesNotReject: number', () => assert.doesNotReject(5));
    await checkAsync('doesNotReject: function without promise', () => assert.doesNotReject(() => null));
    console.log(`${count} calls`);
})();

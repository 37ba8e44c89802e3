// node:util: Node prints the same.
import util, {
    callbackify,
    deprecate,
    format,
    formatWithOptions,
    inherits,
    isDeepStrictEqual,
    parseArgs,
    promisify,
} from 'node:util';
import { stripVTControlCharacters, styleText, types } from 'node:util';

const attempt = (label, steps) => {
    try {
        console.log(label, steps());
    } catch (error) {
        console.log(label, 'threw', error.name, error.code, error.message);
    }
};
for (const args of [
    ['%s', 'a'],
    ['%s %s', 'a'],
    ['%d %i %f', '42.5', '42.5', '42.5'],
    ['%j', { a: [1] }],
    ['%o', { a: 1 }],
    ['%O', { a: { b: { c: { d: 1 } } } }],
    ['%%', 1],
    ['%x', 1],
    ['a', 'b', { c: 1 }],
    [1, 2, '3'],
    ['%s', null, undefined],
    ['%s', Symbol('x')],
    ['%s', 1n],
    ['%d', 1n],
    ['%s', { a: { b: 1 } }],
    ['%s', [1, [2, [3]]]],
    ['%s', () => 1],
    ['%c styled', 'css'],
    ['%s', -0],
    ['%d', -0],
    ['%i', {}],
    ['%d', {}],
    ['100%'],
    ['%'],
    ['%s', new Date(0)],
    ['%s', new Error('text').message],
    ['%s', { toString: () => 'own' }],
    [],
    [undefined],
    ['%j', 1n.constructor],
    ['%s%s%s', 1, 'b'],
]) {
    attempt(`format ${args.length} ${typeof args[0] === 'string' ? args[0] : ''}`, () => format(...args));
}
console.log(formatWithOptions({ compact: false }, '%O', { a: 1 }), format('a\nb %s', 'c'));
const legacy = (value, callback) =>
    queueMicrotask(() => (value < 0 ? callback(new Error('negative')) : callback(null, value * 2)));
console.log(await promisify(legacy)(4), await promisify(legacy)(-1).catch(error => error.message));
console.log(await promisify(setTimeout)(1, 'waited'));
const custom = Object.assign(() => {}, { [promisify.custom]: async () => 'custom' });
console.log(await promisify(custom)(), promisify(legacy).name, promisify(legacy) instanceof Function);
attempt('promisify', () => promisify(1));
await new Promise(resolve =>
    callbackify(async value => value + 1)(1, (error, value) => resolve(console.log(error, value))),
);
await new Promise(resolve =>
    callbackify(async () => {
        throw new Error('no');
    })(error => resolve(console.log(error.message))),
);
await new Promise(resolve =>
    callbackify(() => Promise.reject(null))(error => resolve(console.log(error.code, error.reason))),
);
function Parent() {}
Parent.prototype.hello = () => 'hello';
function Child() {}
inherits(Child, Parent);
console.log(new Child().hello(), Child.super_ === Parent);
attempt('inherits', () => inherits(Child, {}));
attempt('deprecate', () => deprecate((a, b) => a + b, 'old', 'DEP_TEST').length);
for (const [one, other] of [
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
    [{ a: 1 }, { a: '1' }],
    [NaN, NaN],
    [0, -0],
    [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
    [new Set([1, 2]), new Set([2, 1])],
    [
        [1, , 3],
        [1, undefined, 3],
    ],
    [new Date(1), new Date(1)],
    [/a/g, /a/],
    [Object(1), Object(1)],
]) {
    console.log(isDeepStrictEqual(one, other));
}
console.log(
    JSON.stringify(styleText('red', 'x', { validateStream: false })),
    JSON.stringify(styleText(['bold', 'underline'], 'y', { validateStream: false })),
    stripVTControlCharacters('\u001b[31mred\u001b[39m'),
);
attempt('style', () => styleText('nope', 'x').length);
const samples = {
    map: new Map(),
    set: new Set(),
    date: new Date(),
    regexp: /x/,
    promise: Promise.resolve(),
    error: new RangeError(),
    bytes: new Uint8Array(1),
    floats: new Float32Array(1),
    buffer: new ArrayBuffer(1),
    view: new DataView(new ArrayBuffer(1)),
    proxy: new Proxy({}, {}),
    boxed: Object('s'),
    async: async () => {},
    generator: function* () {},
    running: (function* () {})(),
    weak: new WeakMap(),
    weakSet: new WeakSet(),
    args: (function () {
        return arguments;
    })(),
    plain: {},
    list: [],
    text: 'x',
    nothing: null,
};
for (const [name, value] of Object.entries(samples)) {
    console.log(
        name,
        Object.keys(types)
            .sort()
            .filter(check => types[check](value) && !/External|CryptoKey|KeyObject|EventTarget/.test(check))
            .join(),
    );
}
const options = {
    all: { type: 'boolean', short: 'a' },
    name: { type: 'string', short: 'n', multiple: true },
    size: { type: 'string', default: '5' },
};
for (const args of [
    ['-a', '--name', 'x', 'file'],
    ['-anx', '--name=y'],
    ['--', '-a'],
    ['--unknown'],
    ['--all=1'],
    ['--name'],
    ['-a', 'b', '-n', '-x'],
    [],
]) {
    attempt(args.join(' '), () => JSON.stringify(parseArgs({ args, options, allowPositionals: true })));
}
attempt('positional', () => parseArgs({ args: ['x'], options }));
attempt('loose', () => JSON.stringify(parseArgs({ args: ['--what=1', '-q', 'x'], strict: false })));
attempt('tokens', () =>
    JSON.stringify(parseArgs({ args: ['-a', 'f', '--', 'g'], options, allowPositionals: true, tokens: true }).tokens),
);
console.log(
    util.isArray([]),
    util.toUSVString('a\ud800'),
    util.getSystemErrorName(-2),
    util.inspect.custom === Symbol.for('nodejs.util.inspect.custom'),
);
console.log(typeof util.TextEncoder, typeof util.debuglog('x'), util.debuglog('x').enabled);
const withStyle = (style, text) => JSON.stringify(styleText(style, text, { validateStream: false }));
for (const style of ['red', ['red', 'blue'], 'bold', ['dim', 'bold'], '#abc'])
    console.log(withStyle(style, 'a\u001b[39mb\u001b[22mc'));
for (const [args, options] of [
    [['--no-foo'], { allowNegative: true }],
    [['--no-bar=1'], { allowNegative: true }],
    [[], { strict: 'x' }],
    [5, {}],
]) {
    attempt('parseArgs', () =>
        parseArgs({ args, options: { foo: { type: 'string' }, bar: { type: 'boolean', short: 'b' } }, ...options }),
    );
}
for (const option of [
    5,
    { type: 'x' },
    { type: 'string', short: 'ab' },
    { type: 'string', default: 5 },
    { type: 'string', multiple: true, default: ['a', 1] },
]) {
    attempt('option', () => parseArgs({ args: [], options: { foo: option } }));
}
class Shown {
    toString() {
        return 'shown';
    }
}
console.log(format('%s %s %s %s %s', new Shown(), new (class extends Shown {})(), [1], new Uint8Array(2), new Date(0)));
console.log(
    format('%i %d %f', [5], [6], '7x'),
    Object.keys(types).length > 40,
    types.isFloat64Array(new Float64Array()),
);
attempt('options', () => formatWithOptions(5, 'x'));
attempt('name', () => util.getSystemErrorName(1));

// Small programs, each of which combines a few features, with the results of Node.

const tests = [];
const t = (n, f) => tests.push([n, f]);
t('gen field', () => {
  class A {
    *g() {
      yield* this.#p();
    }
    *#p() {
      yield 1;
      yield 2;
    }
    f = [...this.g()];
    static s = [...new A().g()].length;
  }
  return [new A().f, A.s];
});
t('gen in field arrow', () => {
  class A {
    f = function* () {
      yield this?.k;
      yield arguments.length;
    }.call({ k: 1 }, 2, 3);
  }
  return [...new A().f];
});
t('getter destr loop', () => {
  const r = [];
  const src = {
    i: 0,
    get v() {
      return [this.i++, { w: this.i }];
    },
  };
  for (let k = 0; k < 3; k++) {
    const {
      v: [a, { w }],
    } = src;
    r.push(a, w);
  }
  return r;
});
t('getter destr closures', () => {
  const fs = [];
  const src = {
    i: 0,
    get v() {
      return this.i++;
    },
  };
  for (let { v } = src; v < 3; { v } = src) fs.push(() => v);
  return fs.map(f => f());
});
t('labelled async gen', async () => {
  const r = [];
  async function* g() {
    a: {
      b: for (let i = 0; ; i++) {
        if (i == 1) continue b;
        if (i == 3) break a;
        yield i;
        await 0;
      }
    }
    yield 'end';
  }
  for await (const x of g()) r.push(x);
  return r;
});
t('labelled block finally await', async () => {
  const r = [];
  a: {
    try {
      await 0;
      break a;
    } finally {
      await 0;
      r.push('f');
    }
    r.push('no');
  }
  r.push('after');
  return r;
});
t('for head await closures', async () => {
  const fs = [];
  for (let i = await 0; i < (await 3); i += await 1) fs.push(() => i);
  return fs.map(f => f());
});
t('for head await in', async () => {
  const r = [];
  for (const k in await { a: 1, b: 2 }) r.push(k, await k);
  return r;
});
t('tagged super', () => {
  class A {
    tag(s, ...v) {
      return [this.n, s.raw.join('|'), ...v];
    }
  }
  class B extends A {
    n = 'b';
    tag(...a) {
      return ['B', ...super.tag`x${1}y${super.tag`z`}`];
    }
  }
  return new B().tag();
});
t('tagged super computed', () => {
  class A {
    tag(s) {
      return this.n + s[0];
    }
  }
  class B extends A {
    n = 'b';
    m(k) {
      return super[k]`q`;
    }
  }
  return new B().m('tag');
});
t('tagged cache', () => {
  const f = s => s;
  const g = () => f`a${0}b`;
  return [g() === g(), Object.isFrozen(g()), g().raw.length];
});
t('optional private', () => {
  class A {
    #x = { y: 5 };
    #m() {
      return this.#x.y;
    }
    static g(o) {
      return [o?.#x.y, o?.#x?.y, o?.#m(), o?.#m?.()];
    }
  }
  return [A.g(new A()), A.g(null), A.g(undefined)];
});
t('private in', () => {
  class A {
    #x;
    static has(o) {
      return #x in o;
    }
  }
  return [A.has(new A()), A.has({})];
});
t('private static async', async () => {
  class A {
    static async #p(x) {
      return await x;
    }
    static async q() {
      return await A.#p(4);
    }
  }
  return A.q();
});
t('arguments alias', () => {
  function f(a, b) {
    arguments[0] = 9;
    b = 8;
    return [a, arguments[1], arguments.length];
  }
  return [f(1, 2), f(1)];
});
t('arguments no alias defaults', () => {
  function f(a, b = 2) {
    arguments[0] = 9;
    a = 7;
    return [a, arguments[0], b, arguments.length];
  }
  return f(1);
});
t('arguments delete alias', () => {
  function f(a) {
    delete arguments[0];
    arguments[0] = 2;
    return [a, arguments[0]];
  }
  return f(1);
});
t('arguments defineProperty', () => {
  function f(a) {
    Object.defineProperty(arguments, 0, { value: 5 });
    const r = [a];
    Object.defineProperty(arguments, 0, { writable: false });
    a = 6;
    r.push(arguments[0]);
    return r;
  }
  return f(1);
});
t('arguments arrow default', () => {
  function f(a = () => arguments[0], b = arguments.length) {
    return [a(), b];
  }
  return f(undefined, undefined);
});
t('arguments freeze', () => {
  function f(a) {
    Object.freeze(arguments);
    a = 3;
    return [arguments[0], a];
  }
  return f(1);
});
t('nested spread holes', () => [...[, 1, ...[, 2]], ...'ab', ...new Set([3])].map(x => (x === undefined ? 'u' : x)));
t('spread call holes', () => Math.max(...[1, ...[5, ...[3]]]));
t('spread object', () => ({
  ...null,
  ...'ab',
  ...[7],
  ...{
    get x() {
      return 1;
    },
  },
  ...() => {},
}));
t('switch gen', () => {
  function* g(x) {
    switch (yield 'q') {
      case yield 'a':
        return 'A';
      case yield 'b':
        yield 'fall';
      default:
        return 'D';
    }
  }
  const r = [];
  const it = g();
  r.push(it.next().value, it.next(1).value, it.next(2).value, it.next(1).value, it.next().value);
  return r;
});
t('switch default middle', () => {
  const f = x => {
    const r = [];
    switch (x) {
      case 1:
        r.push(1);
      default:
        r.push('d');
      case 2:
        r.push(2);
        break;
      case 3:
        r.push(3);
    }
    return r;
  };
  return [1, 2, 3, 4].map(f);
});
t('regexp named sticky', () => {
  const r = /(?<y>\d{4})-(?<m>\d\d)/gy;
  const s = '2020-012021-02x2022-03';
  const out = [];
  let m;
  while ((m = r.exec(s))) out.push({ ...m.groups }, r.lastIndex);
  out.push(r.lastIndex);
  return out;
});
t('regexp replace named', () => '2020-01'.replace(/(?<y>\d+)-(?<m>\d+)/, "$<m>/$<y>/$<no>$$$&$`$'"));
t('regexp replace fn', () => 'ab'.replace(/(?<x>a)(b)?(c)?/, (...a) => JSON.stringify(a)));
t('regexp indices', () => {
  const m = /a(?<Z>z)?(b)/d.exec('xab');
  return [m.indices, m.indices.groups.Z];
});
t('regexp lookbehind', () => 'a1b2'.replace(/(?<=[a-z])\d(?!$)/g, '#'));
t('regexp split sticky', () => ['a1b2c'.split(/\d/y), 'abc'.split(/(b)/), 'abc'.split(''), 'abc'.split(/(?:)/u, 2)]);
t('regexp matchAll', () => [...'a1b22'.matchAll(/[a-z](\d+)/g)].map(m => [m[0], m[1], m.index]));
t('regexp unicode sets', () => [
  /^[\p{L}--[a-z]]$/v.test('A'),
  /^[\p{L}--[a-z]]$/v.test('a'),
  /\p{Script=Greek}/u.test('α'),
]);
t('regexp symbol methods', () => {
  class R extends RegExp {
    exec(s) {
      const m = super.exec(s);
      if (m) m[0] = m[0].toUpperCase();
      return m;
    }
  }
  return ['abc'.replace(new R('b'), '[$&]'), 'abcb'.match(new R('b', 'g'))];
});
t('date arithmetic', () => {
  const d = new Date(2024, 0, 31);
  d.setMonth(1);
  return [
    d.getMonth(),
    d.getDate(),
    new Date(2024, 1, 30) - new Date(2024, 1, 1),
    new Date(0, 0).getFullYear(),
    new Date(99, 0).getFullYear(),
  ];
});
t('date toPrimitive', () => {
  const d = new Date(0);
  return [typeof (d + 1), d - 0, `${d}`.length > 10, d[Symbol.toPrimitive]('number')];
});
t('date invalid', () => [
  String(new Date(NaN)),
  new Date(NaN).toJSON(),
  isNaN(new Date(8.64e15 + 1)),
  new Date(8.64e15).toISOString(),
  new Date(-1e15).toISOString(),
]);
t('date setters NaN', () => {
  const d = new Date(NaN);
  return [d.setHours(1), d.setFullYear(2020), d.getTime() === new Date(2020, 0, 1).getTime()];
});
t('array species', () => {
  class A extends Array {
    static get [Symbol.species]() {
      return Array;
    }
  }
  const a = new A(1, 2, 3);
  return [
    a.map(x => x) instanceof A,
    a.filter(Boolean).constructor.name,
    a.concat([4]).length,
    a.slice(1) instanceof A,
    A.from([1]) instanceof A,
  ];
});
t('array species own', () => {
  class A extends Array {
    constructor(...x) {
      super(...x);
      this.tag = x.length;
    }
  }
  const a = A.of(1, 2, 3);
  return [a.tag, a.map(x => x).tag, a.splice(0, 2).tag, a.length, a.flat().tag];
});
t('array holes', () => {
  const a = [1, , 3];
  return [
    a.map(x => 1).hasOwnProperty(1),
    a.indexOf(undefined),
    a.includes(undefined),
    a.findIndex(x => x === undefined),
    a.reduce((s, x) => s + x),
    Object.keys(a.reverse()),
    a.flat().length,
    [...a.keys()],
    a.join('-'),
    a.sort().length,
    1 in a.copyWithin(0, 1),
    a.toSpliced(0, 1).length,
    a.with(0, 9),
    a.lastIndexOf(undefined),
  ];
});
t('array holes prototype', () => {
  Array.prototype[1] = 'p';
  try {
    const a = [0, , 2];
    return [a.map(x => x), a.slice(), a.concat(), [...a], a.sort(), a.reverse()].map(x => x.hasOwnProperty(1));
  } finally {
    delete Array.prototype[1];
  }
});
t('array length tricks', () => {
  const a = [1, 2, 3];
  a.length = 1;
  a[3] = 4;
  Object.defineProperty(a, 'length', { writable: false });
  const r = [a.length];
  try {
    ('use strict');
    a.push(1);
  } catch (e) {
    r.push(e.name);
  }
  a[9] = 1;
  r.push(a.length);
  return r;
});
t('array-like', () => [
  Array.prototype.map.call('ab', x => x + x),
  Array.from({ length: 2, 0: 'x' }),
  Array.prototype.push.call({ length: 2 }, 1),
  Array.prototype.concat.call(1, [2]).length,
  Array.prototype.slice.call({ 0: 1, 2: 3, length: 3 }),
]);
t('concat spreadable', () => [
  [1].concat({ length: 2, 0: 'a', [Symbol.isConcatSpreadable]: true }).length,
  (() => {
    const a = [1];
    a[Symbol.isConcatSpreadable] = false;
    return [].concat(a).length;
  })(),
]);
t('typed resize', () => {
  const b = new ArrayBuffer(4, { maxByteLength: 8 });
  const u = new Uint8Array(b),
    f = new Uint8Array(b, 1, 2),
    l = new Uint8Array(b, 2);
  u.set([1, 2, 3, 4]);
  const r = [];
  b.resize(8);
  r.push(u.length, f.length, l.length);
  b.resize(2);
  r.push(u.length, f.length, l.length, f.byteOffset, l.byteOffset);
  b.resize(4);
  r.push([...u], [...f], [...l]);
  return r;
});
t('typed resize in iteration', () => {
  const b = new ArrayBuffer(4, { maxByteLength: 8 });
  const u = new Uint8Array(b);
  const r = [];
  for (const x of u) {
    r.push(x);
    if (r.length == 2) b.resize(6);
  }
  return r;
});
t('typed conversions', () => [
  [...new Uint8ClampedArray([1.5, 2.5, -1, 300, NaN])],
  [...new Int8Array([128, -129, 1.9])],
  [...new Float32Array([1.1])],
  new BigInt64Array([2n ** 63n])[0],
  [...Uint8Array.from('123', x => x * 2)],
  new Uint16Array(new Uint8Array([255, 1]).buffer)[0],
]);
t('typed methods', () => {
  const u = new Uint8Array([3, 1, 2]);
  return [
    u.toSorted(),
    u.subarray(1).byteOffset,
    u.at(-1),
    u.findLast(x => x > 1),
    u.with(0, 9),
    Object.keys(u),
    u.join(),
    '1' in u,
    '-0' in u,
    (u['1.5'] = 5),
    (u[10] = 1),
    u.length,
    delete u[5],
  ].map(String);
});
t('dataview', () => {
  const d = new DataView(new ArrayBuffer(8));
  d.setInt16(0, -2, true);
  d.setFloat32(4, 1.5);
  return [d.getUint8(0), d.getUint16(0), d.getFloat32(4), d.getBigInt64(0)];
});
t('for-in order delete', () => {
  const o = { b: 1, 2: 1, a: 1, 1: 1, [Symbol()]: 1 };
  const r = [];
  for (const k in o) {
    r.push(k);
    delete o.a;
    o.n = 1;
  }
  return r;
});
t('for-in shadow', () => {
  const p = { a: 1, b: 2 };
  const o = Object.create(p, { a: { value: 1, enumerable: false } });
  const r = [];
  for (const k in o) r.push(k);
  return r;
});
t('for-in null', () => {
  let n = 0;
  for (const k in null) n++;
  for (const k in undefined) n++;
  for (const k in 'ab') n++;
  for (var x in 5) n++;
  return [n, x];
});
t('proxy traps order', () => {
  const log = [];
  const p = new Proxy(
    {},
    new Proxy(
      {},
      {
        get(t, k) {
          log.push(k);
        },
      },
    ),
  );
  p.x = 1;
  delete p.x;
  'x' in p;
  Object.keys(p);
  ({ ...p });
  Object.getOwnPropertyNames(p);
  Object.isFrozen(p);
  p.y;
  return log;
});
t('json edge', () => [
  JSON.stringify({
    a: [undefined, () => {}, Symbol()],
    b: undefined,
    c: NaN,
    d: -0,
    e: new Date(0),
    f: Infinity,
    g: Object(1n).constructor.name,
  }),
  JSON.stringify('\u2028\ud800"\\\n'),
  JSON.stringify({ a: 1, b: [1, { c: 2 }] }, null, '--'),
  JSON.stringify({ a: 1, b: 2, 1: 3 }, ['b', 1, 'b']),
  JSON.stringify([new Number(3), new String('f'), new Boolean(false), Object(Symbol())]),
]);
t('json toJSON', () =>
  JSON.stringify({
    toJSON(k) {
      return { k, inner: { toJSON: k => k } };
    },
  }),
);
t('json replacer', () =>
  JSON.stringify(
    { a: [1, 2], b: { c: 3 } },
    function (k, v) {
      return Array.isArray(this) ? k + v : v;
    },
    1,
  ),
);
t('json parse', () => [
  JSON.parse('{"__proto__":1,"a":{"b":[1,2]}}', function (k, v) {
    return k === '0' ? undefined : v;
  }),
  JSON.parse(' [1e3,-0,"\\u0041"] '),
  (() => {
    try {
      JSON.parse('{"a":1,}');
    } catch (e) {
      return e.name;
    }
  })(),
  Object.keys(JSON.parse('{"2":0,"1":0,"a":0,"a":1}')),
]);
t('normalize', () => [
  '\u1E9B\u0323'.normalize('NFC').length,
  '\u1E9B\u0323'.normalize('NFKD').length,
  'ﬁ'.normalize('NFKC'),
  'é'.normalize('NFD').length,
  (() => {
    try {
      'a'.normalize('x');
    } catch (e) {
      return e.name;
    }
  })(),
]);
t('string misc', () => [
  'ß'.toUpperCase(),
  'İ'.toLowerCase().length,
  'Σ'.toLowerCase(),
  'ΑΣ'.toLowerCase(),
  'a\ud800'.toWellFormed(),
  'a\ud800'.isWellFormed(),
  '😀'.at(0).length,
  [...'😀a'].length,
  'abc'.substr(-2, 1),
  'abc'.substring(2, 0),
  'x'.padStart(5, 'ab'),
  ' \u00a0\ufeffx'.trim(),
  'aXbX'.replaceAll('X', '$&$&'),
  'abc'.localeCompare('abd'),
  'a-b'.split('-', 1),
  String.raw`\n${1}`,
  'abc'.anchor('"'),
  '\u{1F600}'.codePointAt(1),
]);
t('label finally await', async () => {
  const r = [];
  o: for (let i = 0; i < 3; i++) {
    try {
      for (let j = 0; j < 3; j++) {
        try {
          await j;
          if (j == 1) continue o;
          if (i == 2) break o;
        } finally {
          await 0;
          r.push([i, j]);
        }
      }
    } finally {
      r.push('o' + i);
      await 0;
    }
  }
  return r;
});
t('return finally await', async () => {
  const f = async () => {
    try {
      return await 'a';
    } finally {
      await 0;
      try {
        await Promise.reject(1);
      } catch {}
    }
  };
  return f();
});
t('finally override', async () => {
  const f = async () => {
    for (;;) {
      try {
        throw 1;
      } catch (e) {
        return e;
      } finally {
        await 0;
        break;
      }
    }
    return 'broken';
  };
  return f();
});
t('async gen return finally', async () => {
  const r = [];
  async function* g() {
    try {
      yield 1;
      yield 2;
    } finally {
      await 0;
      r.push('f');
      yield 'in finally';
    }
  }
  const it = g();
  r.push((await it.next()).value, await it.return('R'), await it.next(), await it.next());
  return r;
});
t('async gen throw', async () => {
  const r = [];
  async function* g() {
    while (true)
      try {
        yield 1;
      } catch (e) {
        r.push(e);
      }
  }
  const it = g();
  await it.next();
  await it.throw('x');
  r.push((await it.next()).value);
  return r;
});
t('yield* return throw', () => {
  const r = [];
  const inner = {
    [Symbol.iterator]() {
      return this;
    },
    next(v) {
      r.push(['n', v]);
      return { value: 1, done: false };
    },
    return(v) {
      r.push(['r', v]);
      return { value: 'rv', done: true };
    },
    throw(v) {
      r.push(['t', v]);
      return { value: 'tv', done: true };
    },
  };
  function* g() {
    const x = yield* inner;
    r.push(x);
    yield 'after';
  }
  let it = g();
  it.next('a');
  it.next('b');
  r.push(it.throw('c'));
  it = g();
  it.next();
  r.push(it.return('d'));
  return r;
});
t('label function', () => {
  l: function f() {
    return 1;
  }
  return f();
});
t('class accessor chain', () => {
  class A {
    static #n = 0;
    static get n() {
      return A.#n;
    }
    static set n(v) {
      A.#n = v;
    }
  }
  A.n += 5;
  A.n **= 2;
  A.n ??= 1;
  A.n ||= 2;
  A.n &&= A.n + 1;
  return A.n;
});
t('getter on super', () => {
  class A {
    get x() {
      return this._x * 2;
    }
    set x(v) {
      this._x = v;
    }
  }
  class B extends A {
    set x(v) {
      super.x = v + 1;
    }
    get x() {
      return super.x;
    }
    m() {
      super.x += 1;
      return [super.x, this._x];
    }
  }
  const b = new B();
  b.x = 1;
  return [b.x, b.m()];
});
t('new.target', () => {
  function F() {
    return new.target === F;
  }
  const r = [];
  class A {
    constructor() {
      r.push(new.target.name, (() => new.target.name)());
    }
  }
  class B extends A {}
  new B();
  Reflect.construct(A, [], B);
  return [r, typeof new F()];
});
t('derived returns', () => {
  class A {}
  class B extends A {
    constructor(x) {
      if (x) return { k: 1 };
      super();
    }
  }
  const r = [new B(1).k, new B() instanceof B];
  class C extends A {
    constructor() {
      return 1;
    }
  }
  try {
    new C();
  } catch (e) {
    r.push(e.name);
  }
  class D extends A {
    constructor() {}
  }
  try {
    new D();
  } catch (e) {
    r.push(e.name);
  }
  return r;
});
t('symbol species promise', async () => {
  class P extends Promise {
    static get [Symbol.species]() {
      return Promise;
    }
  }
  const p = P.resolve(1);
  return [p.then(x => x) instanceof P, await p.finally(() => 2), P.all([]) instanceof P];
});
t('comma closures', () => {
  var f = [];
  for (let i = 0, n = 2, g = () => i; i < n; i++) f.push(g, () => i);
  return f.map(x => x());
});
t('for let closure update', () => {
  const f = [];
  for (let i = 0; f.push(() => i), i < 2; i++, f.push(() => i));
  return f.map(x => x());
});
t('destructuring order', () => {
  const log = [];
  const o = n => ({
    get x() {
      log.push('get' + n);
      return undefined;
    },
  });
  const k = n => (log.push('key' + n), 'x');
  const { [k(1)]: a = log.push('d1'), [k(2)]: b = log.push('d2') } = o(1);
  return [log, a, b];
});
t('assign order', () => {
  const log = [];
  const f = n => (log.push(n), {});
  f(1)[f(2)] = f(3);
  f(4)[(f(5), 'k')] += f(6);
  [f(7).a, f(8).b] = (log.push('rhs'), [1, 2]);
  return log;
});
t('call order', () => {
  const log = [];
  const o = {
    get f() {
      log.push('f');
      return (...a) => a;
    },
  };
  o.f(log.push('a'), log.push('b'));
  try {
    null[log.push('k')];
  } catch {}
  try {
    undefined.x(log.push('no'));
  } catch {}
  return log;
});
t('delete optional', () => {
  const o = { a: { b: 1 } };
  return [delete o?.a?.b, delete o.x?.y.z, o];
});
t('exponent chain', () => [
  2 ** (3 ** 2),
  (-2) ** 2,
  2 ** -1,
  (2n ** 64n).toString(),
  7 % -3,
  -7 % 3,
  -0 % 1,
  5 / 0,
  1 / -0,
]);
t('bitwise', () => [
  1 << 31,
  1 << 32,
  -1 >>> 0,
  -1 >> 31,
  ~~4294967297.5,
  5 & (-2n < 0),
  (2 ** 32) >>> 1,
  '8' >> '1',
]);
t('bigint mix', () => [
  1n < 2,
  2n == 2,
  10n > '9',
  typeof (5n / 2n),
  -7n / 2n,
  -7n % 2n,
  BigInt.asUintN(8, -1n),
  BigInt('0x1f'),
  0n ? 1 : 2,
  (() => {
    try {
      return 1n + 1;
    } catch (e) {
      return e.name;
    }
  })(),
]);
t('number format', () => [
  (25).toString(36),
  (0.1).toString(2),
  (1e21).toString(),
  (123.456).toFixed(1),
  (1e-7).toFixed(10),
  (0.000001234).toPrecision(2),
  (12345).toExponential(2),
  (255).toString(16),
  1e300 * 10,
  5e-324,
  0.1 + 0.2,
  (1.005).toFixed(2),
  Number('0b11'),
  Number(' 12 '),
  Number('1_0'),
  parseInt('12px'),
  parseFloat('.5e1x'),
  (-1.5).toFixed(0),
  Math.round(-0.5),
  Math.round(2.5),
]);
t('weird names', () => {
  const o = { async: 1, get: 2, set: 3, static: 4, await: 5, of: 6, let: 7, yield: 8, new: 9 };
  const { async, get, set, static: s, await: a, of, yield: y, new: n } = o;
  return [async, get, set, s, a, of, y, n];
});
t('getter names', () => ({
  get get() {
    return 1;
  },
  set set(v) {},
  async async() {},
  *gen() {},
  async *ag() {},
  get [`x${1}`]() {
    return 2;
  },
  'a b': 1,
  1.5: 2,
  0x10: 3,
}));
t('error cause', () => {
  const e = new Error('a', { cause: 'c' });
  const ag = new AggregateError([1], 'm');
  return [
    e.cause,
    Object.keys(e),
    ag.errors,
    'cause' in new Error('x'),
    e instanceof Error,
    Object.prototype.toString.call(e),
    String(new TypeError('t')),
  ];
});
t('with proxies', () => Function('p', 'with (p) { x = 1; var r = [typeof y, x] } return r')({ x: 0 }));
t('eval scope', () => {
  var x = 1;
  const r = [eval('var x = 2; x'), x, (0, eval)('typeof x')];
  eval('let y = 3');
  r.push(typeof y);
  (function () {
    'use strict';
    eval('var z = 1');
    r.push(typeof z);
  })();
  return r;
});
t('closure loop eval', () => {
  const f = [];
  for (let i = 0; i < 2; i++) {
    eval('var q' + i + ' = i');
    f.push(() => eval('i'));
  }
  return [f.map(x => x()), q0, q1];
});
t('uncaught in getter spread', () => {
  try {
    ({
      ...{
        get a() {
          throw 'g';
        },
      },
    });
  } catch (e) {
    return e;
  }
});
t('async arrow this args', async () => {
  function f() {
    return (async () => {
      await 0;
      return [this.k, arguments[0]];
    })();
  }
  return f.call({ k: 1 }, 2);
});
t('async in sync ops', async () => {
  const o = { n: 1 };
  const r = o.n + (await ((o.n = 5), 2)) + o.n;
  let x = 1;
  x += await ((x = 10), 3);
  return [r, x, `${x}${await 1}${x}`, [x, await (x = 7), x]];
});
t('await precedence', async () => [
  (await 1) + 2,
  -(await 3),
  (await 2) ** 2,
  typeof (await 1),
  !(await 0),
  (await (async () => 5)()) * 2,
]);
t('for await sync', async () => {
  const r = [];
  for await (const x of [Promise.resolve(1), 2, (async () => 3)()]) r.push(x);
  for await (const [k, v] of new Map([['a', 1]])) r.push(k, v);
  return r;
});
t('for await break', async () => {
  const r = [];
  const it = {
    [Symbol.asyncIterator]() {
      return this;
    },
    i: 0,
    async next() {
      return { value: this.i++, done: false };
    },
    async return() {
      r.push('ret');
      return {};
    },
  };
  for await (const x of it) {
    if (x == 2) break;
    r.push(x);
  }
  return r;
});
(async () => {
  for (const [n, f] of tests) {
    let v;
    try {
      v = await f();
    } catch (e) {
      v = ['threw', e?.name ?? e, e?.message];
    }
    let s;
    try {
      s = JSON.stringify(v, (k, x) =>
        typeof x === 'bigint'
          ? x + 'n'
          : Object.is(x, -0)
            ? '-0'
            : typeof x === 'number' && !isFinite(x)
              ? String(x)
              : x === undefined
                ? 'undef'
                : typeof x == 'function'
                  ? 'fn'
                  : x,
      );
    } catch (e) {
      s = String(e);
    }
    console.log(n + ': ' + s);
  }
})();

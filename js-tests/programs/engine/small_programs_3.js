// Small programs, each of which combines a few features, with the results of Node.

const tests = [];
const t = (n, f) => tests.push([n, f]);
t('yield in class key', () => {
  function* g() {
    class A {
      [yield 'k']() {
        return 1;
      }
      static [yield 'f'] = yield2();
    }
    return A;
  }
  function yield2() {
    return 'v';
  }
  const it = g();
  it.next();
  it.next('m');
  const A = it.next('s').value;
  return [new A().m(), A.s];
});
t('yield in args', () => {
  function* g() {
    return [f(yield 1, yield 2), ...(yield 3), { a: yield 4, [yield 5]: yield 6 }];
  }
  const f = (...a) => a.join();
  const it = g();
  it.next();
  for (const v of ['a', 'b', [1, 2], 'x', 'k']) it.next(v);
  return it.next('z').value;
});
t('yield in template', () => {
  function* g() {
    return `${yield 1}-${yield 2}`;
  }
  const it = g();
  it.next();
  it.next('a');
  return it.next('b').value;
});
t('yield in destr default', () => {
  function* g() {
    const { a = yield 'a', b: [c = yield 'c'] = [] } = {};
    return [a, c];
  }
  const it = g();
  it.next();
  it.next(1);
  return it.next(2).value;
});
t('yield in conditions', () => {
  function* g() {
    if (yield 1) {
      while (yield 2) yield 3;
    } else yield 4;
    return (yield 5) ? 'y' : 'n';
  }
  const it = g();
  const r = [
    it.next().value,
    it.next(true).value,
    it.next(true).value,
    it.next().value,
    it.next(false).value,
    it.next(0).value,
  ];
  return r;
});
t('yield delegating return', () => {
  function* a() {
    try {
      yield 1;
    } finally {
      yield 'fa';
    }
  }
  function* b() {
    try {
      yield* a();
    } finally {
      yield 'fb';
    }
  }
  const it = b();
  return [it.next(), it.return('x'), it.next(), it.next(), it.next()];
});
t('yield in try catch', () => {
  function* g() {
    try {
      throw yield 1;
    } catch (e) {
      yield 'c' + e;
    } finally {
      yield 'f';
    }
    return 'r';
  }
  const it = g();
  it.next();
  return [it.next('E'), it.next(), it.next()];
});
t('yield as operand', () => {
  function* g() {
    let x = 1;
    x += yield x;
    const y = x * (yield x) + (yield x);
    return [x, y];
  }
  const it = g();
  it.next();
  it.next(10);
  it.next(2);
  return it.next(3).value;
});
t('yield member', () => {
  function* g() {
    const o = {};
    o[yield 1] = yield 2;
    (yield 3).x = yield 4;
    return o;
  }
  const it = g();
  it.next();
  it.next('k');
  it.next('v');
  const q = {};
  it.next(q);
  return [it.next(5).value, q];
});
t('yield new', () => {
  function* g() {
    return new (yield 1)(yield 2, ...(yield 3));
  }
  const it = g();
  it.next();
  it.next(Array);
  it.next(1);
  return it.next([2, 3]).value;
});
t('yield logical', () => {
  function* g() {
    return [(yield 1) && (yield 2), (yield 3) ?? (yield 4), (yield 5) || 'z'];
  }
  const it = g();
  it.next();
  it.next(1);
  it.next(2);
  it.next(null);
  it.next('n');
  return it.next(0).value;
});
t('yield comma for', () => {
  function* g() {
    for (let i = yield 'i'; i < (yield 'c'); i += yield 'u') yield ['b', i];
  }
  const it = g();
  return [
    it.next(),
    it.next(0),
    it.next(2),
    it.next(),
    it.next(1),
    it.next(5),
    it.next(),
    it.next(10),
    it.next(3),
  ].map(x => x.value);
});
t('yield closures', () => {
  function* g() {
    const fs = [];
    for (let i = 0; i < 2; i++) {
      fs.push(() => i);
      i += yield i;
    }
    return fs.map(f => f());
  }
  const it = g();
  it.next();
  it.next(0);
  return it.next(0).value;
});
t('gen arguments', () => {
  function* g(a) {
    yield arguments.length;
    arguments[0] = 5;
    yield a;
    a = 6;
    yield arguments[0];
  }
  return [...g(1, 2)];
});
t('gen params throw early', () => {
  function* g(
    a = (() => {
      throw 'early';
    })(),
  ) {}
  try {
    g();
    return 'no';
  } catch (e) {
    return e;
  }
});
t('gen prototype', () => {
  function* g() {}
  g.prototype.x = 1;
  const it = g();
  return [it.x, it instanceof g, Object.prototype.toString.call(it), typeof g.prototype.constructor];
});
t('gen reentrant', () => {
  let it;
  function* g() {
    try {
      it.next();
    } catch (e) {
      yield e.name;
    }
  }
  it = g();
  return it.next().value;
});
t('gen method this super', () => {
  class A {
    *g() {
      yield this.n;
    }
  }
  class B extends A {
    n = 1;
    *g() {
      yield* super.g();
      yield* [super.g].map(f => typeof f);
    }
  }
  return [...new B().g()];
});
t('async method chain', async () => {
  class A {
    async a() {
      return this;
    }
    async *b() {
      yield this.n;
    }
    n = 1;
  }
  const x = new A();
  return [(await (await x.a()).a()).n, (await x.b().next()).value];
});
t('async arrow destr', async () => {
  const f = async ({ a, ...r }, [b = await1()] = []) => [a, r, b];
  function await1() {
    return 'def';
  }
  return f({ a: 1, c: 2 });
});
t('async default throws', async () => {
  const f = async (
    a = (() => {
      throw 'x';
    })(),
  ) => a;
  try {
    const p = f();
    return await p.catch(e => 'rejected ' + e);
  } catch (e) {
    return 'sync ' + e;
  }
});
t('async generator queue return', async () => {
  async function* g() {
    try {
      yield 1;
      yield 2;
    } finally {
      await 0;
    }
  }
  const it = g();
  const ps = await Promise.all([it.next(), it.return('r'), it.next()]);
  return ps;
});
t('async gen yield rejects', async () => {
  async function* g() {
    try {
      yield Promise.reject('r');
    } catch (e) {
      yield 'c' + e;
    }
  }
  const it = g();
  return [await it.next(), await it.next()];
});
t('async gen return rejects', async () => {
  async function* g() {
    return Promise.reject('r');
  }
  return g()
    .next()
    .catch(e => 'c' + e);
});
t('async gen yield* sync throw', async () => {
  const log = [];
  const it = {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      return { value: Promise.resolve(1), done: false };
    },
    return() {
      log.push('ret');
      return {};
    },
  };
  async function* g() {
    yield* it;
  }
  const a = g();
  log.push(await a.next());
  log.push(await a.return(5));
  return log;
});
t('for await sync iterator close', async () => {
  const log = [];
  const it = {
    [Symbol.iterator]() {
      return {
        next() {
          return { value: Promise.reject('bad'), done: false };
        },
        return() {
          log.push('closed');
          return {};
        },
      };
    },
  };
  try {
    for await (const x of it) log.push(x);
  } catch (e) {
    log.push(e);
  }
  return log.filter(x => x !== 'closed');
});
t('await thenable getter', async () => {
  let n = 0;
  const o = {
    get then() {
      n++;
      return f => f(n);
    },
  };
  return [await o, n];
});
t('nested async closures', async () => {
  const r = [];
  const mk = i => async () => {
    r.push(i);
    await null;
    r.push(-i);
    return async () => {
      r.push(i * 10);
      await null;
    };
  };
  await Promise.all([1, 2].map(async i => (await mk(i)())()));
  return r;
});
t('async loop var', async () => {
  const fs = [];
  for (let i = 0; i < 3; i++) {
    await null;
    fs.push(async () => {
      await null;
      return i++;
    });
  }
  return [await Promise.all(fs.map(f => f())), await fs[0]()];
});
t('async try nested', async () => {
  const r = [];
  const f = async () => {
    for (const x of [1, 2, 3]) {
      try {
        try {
          if (x == 2) throw x;
          if (x == 3) return 'ret';
          await x;
          r.push(x);
          continue;
        } catch (e) {
          r.push('c' + e);
          await 0;
          throw 'again';
        } finally {
          r.push('f' + x);
          await 0;
        }
      } catch (e) {
        r.push(e);
      }
    }
  };
  r.push(await f());
  return r;
});
t('labelled continue async', async () => {
  const r = [];
  outer: for (const a of [1, 2])
    for await (const b of [1, 2, 3]) {
      if (b == 2) continue outer;
      r.push(a * 10 + b);
    }
  return r;
});
t('switch await', async () => {
  const f = async x => {
    switch (await x) {
      case await 1:
        return 'one';
      case 2:
        await 0;
      case await 3:
        return 'two-three';
      default:
        await 0;
        return 'd';
    }
  };
  return Promise.all([1, 2, 3, 4].map(f));
});
t('conditional await spread', async () => [
  ...((await null) ?? [1]),
  ...[await 2].map(x => x + 1),
  await (true ? 3 : 4),
]);
t('await in object', async () => {
  const k = 'x';
  return {
    a: await 1,
    [await k]: await 2,
    ...(await { b: 3 }),
    get g() {
      return 1;
    },
    async m() {},
  };
});
t('await assignment targets', async () => {
  const o = { a: {} };
  (await o).a.b = await 1;
  o[await 'c'] = o[await 'd'] = await 2;
  [o.e, o[await 'f']] = await [3, 4];
  return o;
});
t('await compound prop', async () => {
  const o = { n: 1 };
  o.n += await ((o.n = 10), 5);
  o[await 'n'] *= await 2;
  return o.n;
});
t('await in new', async () => {
  class A {
    constructor(...a) {
      this.a = a;
    }
  }
  return new A(await 1, ...(await [2])).a;
});
t('await in nested fn default', async () => {
  const v = await 5;
  const f = (a = v, b = () => a + v) => b();
  return f();
});
t('await in finally return', async () => {
  const f = async () => {
    try {
      return 1;
    } finally {
      await 0;
      return 2;
    }
  };
  return f();
});
t('await in catch param', async () => {
  try {
    throw { a: 1 };
  } catch ({ a, b = await 2 }) {
    return [a, b];
  }
});
t('this in nested', () => {
  const o = {
    a() {
      return [1].map(() =>
        [2].map(() => {
          const f = () => this === o;
          return f();
        }),
      );
    },
  };
  return o.a();
});
t('arrow arguments nested', () => {
  function f() {
    return (() => (() => arguments.length)())();
  }
  return f(1, 2, 3);
});
t('arrow new.target super', () => {
  class A {
    constructor() {
      this.k = (() => (() => new.target === B)())();
    }
    m() {
      return 1;
    }
  }
  class B extends A {
    constructor() {
      const f = () => super();
      f();
      this.v = (
        () => () =>
          super.m()
      )()();
    }
  }
  const b = new B();
  return [b.k, b.v];
});
t('super in arrow before', () => {
  class A {}
  class B extends A {
    constructor() {
      const f = () => this;
      try {
        f();
      } catch (e) {
        super();
        this.e = e.name;
        this.t = f() === this;
      }
    }
  }
  const b = new B();
  return [b.e, b.t];
});
t('super twice', () => {
  class A {}
  class B extends A {
    constructor() {
      super();
      try {
        super();
      } catch (e) {
        this.e = e.name;
      }
    }
  }
  return new B().e;
});
t('extends null', () => {
  class A extends null {
    static x = 1;
  }
  return [A.x, Object.getPrototypeOf(A.prototype)];
});
t('extends expr', () => {
  const mix = B =>
    class extends B {
      m() {
        return 'mixed' + (super.m?.() ?? '');
      }
    };
  class A {
    m() {
      return 'A';
    }
  }
  return [new (mix(A))().m(), new (mix(mix(Object)))().m()];
});
t('builtin subclass', () => {
  class E extends Error {
    constructor(m) {
      super(m);
      this.name = 'E';
    }
  }
  class M extends Map {
    get(k) {
      return super.get(k) ?? 'd';
    }
  }
  class P extends Promise {}
  class F extends Function {}
  const e = new E('x');
  return [
    String(e),
    e instanceof Error,
    new M([[1, 2]]).get(3),
    P.resolve(1) instanceof P,
    new F('return 7')(),
    Object.prototype.toString.call(new (class extends Array {})()),
  ];
});
t('accessor inherit', () => {
  class A {
    static get x() {
      return this._x ?? 'none';
    }
    static set x(v) {
      this._x = v;
    }
  }
  class B extends A {}
  B.x = 1;
  return [A.x, B.x, Object.keys(B)];
});
t('class fn name binding', () => {
  let A = class {
    m() {
      return A;
    }
  };
  const a = new A();
  A = 1;
  return a.m();
});
t('class decl binding', () => {
  class A {
    m() {
      return A;
    }
  }
  const a = new A(),
    o = A;
  {
    let r;
    try {
      A = 1;
      r = 'ok';
    } catch {
      r = 'err';
    }
    return [a.m() === o, r, A];
  }
});
t('methods enumerable', () => {
  class A {
    m() {}
    static s() {}
    get g() {
      return 1;
    }
    f = 1;
  }
  return [Object.keys(A), Object.keys(A.prototype), Object.keys(new A()), Object.getOwnPropertyNames(A.prototype)];
});
t('method not ctor', () => {
  const o = {
    m() {},
    get g() {
      return 1;
    },
    a: () => {},
    async b() {},
    *c() {},
  };
  return ['m', 'a', 'b', 'c'].map(k => {
    try {
      new o[k]();
      return 'ok';
    } catch (e) {
      return e.name;
    }
  });
});
t('getter on proto chain set', () => {
  'use strict';
  const p = {
    get x() {
      return 1;
    },
  };
  const o = Object.create(p);
  try {
    o.x = 2;
  } catch (e) {
    return e.name;
  }
});
t('set receiver', () => {
  const log = [];
  const p = {
    set x(v) {
      log.push(this === o, v);
    },
  };
  const o = Object.create(p);
  o.x = 1;
  Reflect.set(p, 'x', 2, o);
  return log;
});
t('array index strings', () => {
  const a = [1, 2, 3];
  return [a['1'], a['01'], a[-1], a[1.0], '2' in a, a['length'], a[true], a[[1]]];
});
t('object keys order', () =>
  Object.keys({ z: 1, 10: 1, a: 1, 2: 1, '-1': 1, '01': 1, 4294967295: 1, 4294967294: 1 }),
);
t('integer-like mutate', () => {
  const o = {};
  o.b = 1;
  o[1] = 1;
  o.a = 1;
  o[0] = 1;
  delete o.b;
  o.b = 2;
  return Object.entries(o);
});
t('string objects', () => {
  const s = new String('ab');
  s.x = 1;
  return [
    Object.keys(s),
    s.length,
    'x' in s,
    0 in s,
    typeof s,
    s == 'ab',
    [...s],
    Object.getOwnPropertyDescriptor(s, 0),
  ];
});
t('boxed this', () => {
  String.prototype.me = function () {
    return typeof this;
  };
  String.prototype.meS = function () {
    'use strict';
    return typeof this;
  };
  const r = ['a'.me(), 'a'.meS()];
  delete String.prototype.me;
  delete String.prototype.meS;
  return r;
});
t('getOwnPropertyNames fn', () => [
  Object.getOwnPropertyNames(() => {}),
  Object.getOwnPropertyNames(class {}),
  Object.getOwnPropertyNames(async function f() {}),
  Object.getOwnPropertyNames(function* () {}),
]);
t('bind', () => {
  function F(a, b) {
    this.s = a + b;
  }
  const G = F.bind(null, 1);
  const g = new G(2);
  return [g.s, g instanceof F, G.name, G.length, 'prototype' in G];
});
t('apply call', () => [
  Math.max.apply(null, { length: 2, 0: 1, 1: 5 }),
  function () {
    return arguments.length;
  }.apply(null),
  Function.prototype.call.call(
    function (a) {
      return [this.x, a];
    },
    { x: 1 },
    2,
  ),
  [].concat.apply([], [[1], [2, [3]]]),
]);
t('tagged member', () => {
  const o = {
    f(s, ...v) {
      return [this === o, s.length, v];
    },
  };
  return [o.f`a${1}b`, o['f']`x`, o.f?.name, (() => o)().f`${2}${3}`];
});
t('tagged invalid escape', () => {
  const f = s => [s[0], s.raw[0]];
  return f`\unicode and \xerxes`;
});
t('tagged nested chains', () => {
  const f = (s, ...v) => (v.length ? v[0] : () => s[0]);
  return [f`${f`x`()}`, f`a``b`];
});
t('regexp literal per eval', () => {
  const f = () => /a/g;
  const r = f();
  r.lastIndex = 1;
  return [f().lastIndex, f() === f()];
});
t('regexp in loops', () => {
  const r = [];
  for (const s of ['a1', 'b2', 'c']) {
    const m = /([a-z])(\d)?/.exec(s);
    r.push(m[1], m[2]);
  }
  return r;
});
t('regexp backtrack', () => [
  /(a+)+b/.exec('aaab')[0],
  /(?:(a)|b)*/.exec('ab')[1],
  /(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac'),
  /^(?:\d{3}|\(\d{3}\))([-/.])\d{3}\1\d{4}$/.test('123-456-7890'),
]);
t('regexp case unicode', () => [
  /[^x]/iu.test('X'),
  /\u212a/i.test('k'),
  /\u212a/iu.test('k'),
  /ß/i.test('ẞ'),
  /\w/iu.test('ſ'),
  /[\u{1f600}-\u{1f64f}]/u.test('😀'),
  /^.$/.test('😀'),
  /^.$/u.test('😀'),
  /\p{Lu}/iu.test('a'),
]);
t('string compare', () => [
  'a' < 'B',
  'a' < 'b',
  '10' < '9',
  '10' < 9,
  'ab' < 'abc',
  '\ud83d' < '\uffff',
  [2] > 1,
  null < 1,
  undefined < 1,
]);
t('increment types', () => {
  let a = '5',
    b = null,
    c = true,
    d = [],
    e = {},
    f = 1n,
    g;
  const r = [a++, b++, c++, d++, e++, f++, g++];
  return [r, a, b, c, d, e, f, g];
});
t('compound mix', () => {
  let a = 1;
  a += a++ + ++a;
  let b = 5;
  b -= b -= 2;
  let c = 2;
  c **= c **= 2;
  let s = 'a';
  s += s += 'b';
  return [a, b, c, s];
});
t('assign chain', () => {
  let a, b, c;
  a = b = c = 5;
  const o = {};
  o.x = o.y = o.z = a;
  const d = ((a = 1), (b = a + 1));
  return [a, b, c, o, d];
});
t('delete semantic', () => {
  const o = { a: 1 };
  const a = [1, 2, 3];
  delete a[1];
  return [
    delete o.a,
    delete o.zzz,
    a.length,
    1 in a,
    (() => {
      'use strict';
      try {
        delete Object.prototype;
      } catch (e) {
        return e.name;
      }
    })(),
    delete 5,
  ];
});
t('in operator', () => [
  'length' in [],
  0 in [1],
  'toString' in {},
  Symbol.iterator in [],
  (() => {
    try {
      'a' in 'b';
    } catch (e) {
      return e.name;
    }
  })(),
]);
t('label block break in try', () => {
  const r = [];
  x: {
    try {
      r.push(1);
      break x;
    } catch {
    } finally {
      r.push(2);
    }
    r.push(3);
  }
  return r;
});
t('for of string map', () => {
  const r = [];
  for (const [k, v] of Object.entries({ a: 1, b: [2] })) r.push(k, v);
  for (const c of 'é😀') r.push(c.length);
  for (const [i, x] of ['p', 'q'].entries()) r.push(i + x);
  for (const x of new Set([1, 1, 2])) r.push(x);
  for (const m of 'a1b2'.matchAll(/\d/g)) r.push(m.index);
  return r;
});
t('for of assign target', () => {
  const o = {};
  const a = [];
  for (o.x of [1, 2]) a.push(o.x);
  for ([o.y, o.z = 9] of [[1], [2, 3]]) a.push(o.y, o.z);
  for ({ p: o.p, ...o.r } of [{ p: 1, q: 2 }]) a.push(o.p, o.r);
  let i = 0;
  for (a[i++] of ['z', 'y']);
  return [a, i];
});
t('for in assign target', () => {
  const o = {};
  const a = [];
  for (o.k in { x: 1, y: 2 }) a.push(o.k);
  for (var v in [1, 2]) a.push(v);
  let w;
  for ([w] in { ab: 1 }) a.push(w);
  return [a, v];
});
t('for let TDZ', () => {
  try {
    for (let x of [x]);
  } catch (e) {
    return e.name;
  }
});
t('for const closures', () => {
  const f = [];
  for (const x in { a: 1, b: 2 }) f.push(() => x);
  for (const x of [1, 2]) {
    const y = x * 2;
    f.push(() => x + y);
  }
  return f.map(g => g());
});
t('while closures', () => {
  const f = [];
  let i = 0;
  while (i < 3) {
    let j = i++;
    f.push(
      () => j++,
      () => j,
    );
  }
  return f.map(g => g());
});
t('closure counter', () => {
  const mk = () => {
    let n = 0;
    return {
      inc: () => ++n,
      get n() {
        return n;
      },
      reset() {
        n = 0;
      },
    };
  };
  const a = mk(),
    b = mk();
  a.inc();
  a.inc();
  b.inc();
  a.reset();
  a.inc();
  return [a.n, b.n];
});
t('recursion mutual', () => {
  const even = n => n == 0 || odd(n - 1),
    odd = n => n != 0 && even(n - 1);
  return [even(100), odd(7)];
});
t('shadowing', () => {
  let x = 1;
  {
    let x = 2;
    {
      var y = x;
      let z = x;
      {
        const x = z + 1;
        y += x;
      }
    }
  }
  function x2(x) {
    {
      let x = 5;
    }
    return x;
  }
  return [x, y, x2(9)];
});
t('function in if else', () => {
  if (0)
    function a() {
      return 1;
    }
  else
    function a() {
      return 2;
    }
  return typeof a === 'function' && a();
});
t('var in catch for', () => {
  for (var i = 0; i < 1; i++) {
    var q = i;
  }
  try {
    throw 5;
  } catch (i) {
    var w = i;
  }
  return [i, q, w];
});
t('getter static block', () => {
  class A {
    static #c = new Map();
    static get c() {
      return this.#c;
    }
    static {
      this.c.set('k', 1);
      for (const [k, v] of this.#c) this[k + v] = v;
    }
  }
  return [A.k1, A.c.size];
});
t('private methods generators', () => {
  class A {
    static async *#g() {
      yield 1;
      yield 2;
    }
    static async all() {
      const r = [];
      for await (const x of A.#g()) r.push(x);
      return r;
    }
  }
  return A.all();
});
t('private in subclass closure', () => {
  class A {
    #x = 1;
    f() {
      return () => this.#x++;
    }
    static peek(a) {
      return a.#x;
    }
  }
  const a = new A();
  const g = a.f();
  g();
  g();
  return A.peek(a);
});
t('private nested class', () => {
  class A {
    #x = 1;
    m() {
      const o = this;
      return new (class {
        #y = 2;
        n() {
          return o.#x + this.#y;
        }
      })().n();
    }
  }
  return new A().m();
});
t('private destructure', () => {
  class A {
    #a = 1;
    m() {
      const { a = this.#a, b: [c] = [this.#a + 1] } = {};
      ({ x: this.#a } = { x: 7 });
      return [a, c, this.#a];
    }
  }
  return new A().m();
});
t('optional delete/assign', () => {
  const o = { a: { b: 1 } };
  delete o?.a?.b;
  delete o?.x?.[y()];
  function y() {
    throw 1;
  }
  return o;
});
t('nullish assignment order', () => {
  const log = [];
  const o = {
    get a() {
      log.push('g');
      return null;
    },
    set a(v) {
      log.push('s' + v);
    },
  };
  const k = () => (log.push('k'), 'a');
  o[k()] ??= (log.push('v'), 5);
  return log;
});
t('number keys', () => {
  const o = { 1e3: 'a', 0.5: 'b', 0b11: 'c', 1n: 'd', 0xf_f: 'e' };
  return [Object.keys(o), o[1000], o['0.5'], o[3], o['1'], o[255]];
});
t('getter cached', () => {
  class A {
    get x() {
      const v = Math.sqrt(16);
      Object.defineProperty(this, 'x', { value: v });
      return v;
    }
  }
  const a = new A();
  return [a.x, a.x, Object.hasOwn(a, 'x')];
});
t('toString overrides', () => {
  class A {
    toString() {
      return 'A!';
    }
    get [Symbol.toStringTag]() {
      return 'T';
    }
  }
  return [
    `${new A()}`,
    Object.prototype.toString.call(new A()),
    [new A(), [1, [2]], null, undefined] + '',
    String([]),
    String({}),
    String(Symbol('x')),
    String(null),
  ];
});
t('swap in loop closures', () => {
  const fs = [];
  for (let [a, b] = [0, 1]; a < 20; [a, b] = [b, a + b]) fs.push(() => a);
  return fs.map(f => f());
});
t('json order nested', () =>
  JSON.stringify(JSON.parse('{"b":{"2":1,"1":2,"a":[]},"a":"\\ud83d\\ude00\\u0000"}'), null, 2),
);
t('json cyclic', () => {
  const a = {};
  a.a = [a];
  try {
    JSON.stringify(a);
  } catch (e) {
    return e.name;
  }
});
t('error stack has name', () => {
  class MyErr extends TypeError {}
  const e = new MyErr('m');
  return [
    e.name,
    e.constructor.name,
    e.stack.split('\n')[0],
    Object.prototype.hasOwnProperty.call(e, 'message'),
    String(Object.assign(new Error('a'), { name: 'N' })),
  ];
});
t('uncurry', () => {
  const un = Function.prototype.bind.bind(Function.prototype.call);
  return [un([].map)([1, 2], x => x * 2), un(''.toUpperCase)('a')];
});
t('async iter of map', async () => {
  const r = [];
  for await (const [k, v] of new Map([[1, Promise.resolve(2)]])) r.push(k, await v);
  return r;
});
t('class async static init', async () => {
  class A {
    static p = (async () => {
      await null;
      return this.v;
    })();
    static v = 3;
  }
  return A.p;
});
t('unicode idents', () => {
  const ñ = 1,
    ab = 2,
    变量 = 3,
    $ = 4,
    _ = 5;
  return [ñ, ab, 变量, $ + _];
});
t('comments asi', () => {
  let a = 1;
  let b = a;
  ++b;
  const c = () => 1;
  /* x */ const d = c /* y */(); // z
  return;
  /* multi
   */ b + d;
});
t('html comments', () => Function('var x = 1; <!-- x = 2\n --> y\n return x')());
t('octal', () => Function('return [010, 0o10, "\\101", 08]')());
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
                  : typeof x == 'symbol'
                    ? String(x)
                    : x,
      );
    } catch (e) {
      s = String(e);
    }
    console.log(n + ': ' + s);
  }
})();

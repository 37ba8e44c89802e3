// Small programs, each of which combines a few features, with the results of Node.

const tests = [];
const t = (n, f) => tests.push([n, f]);
t('gen in class static block', () => {
  let r;
  class A {
    static *g() {
      yield this.name;
    }
    static {
      r = [...this.g()];
    }
  }
  return r;
});
t('computed getters in loop', () => {
  const r = [];
  for (const k of ['a', 'b']) {
    const o = {
      get [k]() {
        return k + 1;
      },
      [`${k}x`]() {
        return k;
      },
    };
    r.push(o[k], o[k + 'x']());
  }
  return r;
});
t('object method super', () => {
  const p = {
    m() {
      return 'p' + this.n;
    },
  };
  const o = {
    __proto__: p,
    n: 1,
    m() {
      return super.m() + '!';
    },
    get g() {
      return super.m();
    },
  };
  return [o.m(), o.g];
});
t('super assignment', () => {
  class A {}
  class B extends A {
    m() {
      super.x = 5;
      return [this.x, Object.hasOwn(this, 'x')];
    }
    static s() {
      super.y = 1;
      return Object.hasOwn(B, 'y');
    }
  }
  return [new B().m(), B.s()];
});
t('private accessor ops', () => {
  class A {
    #v = 1;
    get #x() {
      return this.#v;
    }
    set #x(v) {
      this.#v = v;
    }
    m() {
      this.#x++;
      this.#x += 2;
      this.#x ||= 9;
      [this.#x] = [this.#x * 2];
      ({ a: this.#x } = { a: this.#x + 1 });
      for (this.#x of [this.#x, this.#x + 1]);
      return [this.#x, delete this.z];
    }
  }
  return new A().m();
});
t('private brand', () => {
  class A {
    #x = 1;
    static get(o) {
      try {
        return o.#x;
      } catch (e) {
        return e.name;
      }
    }
    static set(o) {
      try {
        o.#x = 1;
      } catch (e) {
        return e.name;
      }
    }
  }
  return [A.get({}), A.set({}), A.get(new Proxy(new A(), {}))];
});
t('private twice', () => {
  class Base {
    constructor(o) {
      return o;
    }
  }
  class A extends Base {
    #x = 1;
  }
  const o = {};
  new A(o);
  try {
    new A(o);
  } catch (e) {
    return e.name;
  }
});
t('fields order', () => {
  const log = [];
  class A {
    [(log.push('k1'), 'a')] = log.push('v1');
    static [(log.push('k2'), 'b')] = log.push('v2');
    [(log.push('k3'), 'c')]() {}
    static {
      log.push('block');
    }
  }
  new A();
  return log;
});
t('field this', () => {
  class A {
    a = this;
    b = () => this;
    static c = this;
    d = (function () {
      return this;
    })();
  }
  const x = new A();
  return [x.a === x, x.b() === x, A.c === A, x.d];
});
t('field shadows setter', () => {
  class A {
    set x(v) {
      throw 1;
    }
  }
  class B extends A {
    x = 2;
  }
  return new B().x;
});
t('static inherit', () => {
  class A {
    static x = 1;
    static m() {
      return this.x;
    }
  }
  class B extends A {
    static x = 2;
  }
  return [B.m(), A.m.call({ x: 3 })];
});
t('class expr name scope', () => {
  const A = class B {
    static b() {
      return typeof B;
    }
  };
  return [A.b(), typeof B, A.name];
});
t('instanceof hasInstance', () => {
  class E {
    static [Symbol.hasInstance](x) {
      return x % 2 === 0;
    }
  }
  return [2 instanceof E, 1 instanceof E];
});
t('toPrimitive hints', () => {
  const o = {
    [Symbol.toPrimitive](h) {
      return h;
    },
  };
  return [`${o}`, o + '', +o, o * 1, o == 'default', [o] + '', new Date(o).getTime(), o < 'z', {}[o]];
});
t('valueOf order', () => {
  const log = [];
  const o = n => ({
    valueOf() {
      log.push('v' + n);
      return n;
    },
    toString() {
      log.push('s' + n);
      return n + '';
    },
  });
  o(1) + o(2);
  o(3) < o(4);
  `${o(5)}`;
  o(6) == 6;
  [o(7)] + '';
  o(8) ** o(9);
  -o(10);
  o(11) > o(12);
  return log;
});
t('equality', () => [
  null == 0,
  null >= 0,
  undefined == null,
  NaN != NaN,
  '1' == 1,
  true == '1',
  [] == '',
  [1] == 1,
  {} == '[object Object]',
  1n == '1',
  Symbol.iterator == 'x',
  '' == 0,
  '\n' == 0,
  null == false,
]);
t('typeof', () => [
  typeof null,
  typeof undefined,
  typeof (() => 1),
  typeof class {},
  typeof Symbol(),
  typeof 1n,
  typeof undeclared,
  typeof new Proxy(() => {}, {}),
  typeof Object(1),
]);
t('void comma', () => [void 0, (1, 2), ((a, b) => (a, b))(1, 2)]);
t('chained ternary', () => [1, 2, 3, 4].map(x => (x == 1 ? 'a' : x == 2 ? 'b' : x == 3 ? 'c' : 'd')));
t('nullish mix', () => [null ?? 'a', 0 ?? 1, (null || undefined) ?? 'z', ('' || null) ?? 1].length);
t('optional chains', () => {
  const o = { a: { b: () => ({ c: 1 }), n: null } };
  let n = 0;
  return [o?.a.b().c, o.x?.[n++].y(n++), o.a.n?.q.r.s, n, o.a?.['b']?.().c, o.z?.(n++)].length;
});
t('optional call this', () => {
  const o = {
    n: 1,
    f() {
      return this?.n;
    },
    g: {
      f() {
        return this.n;
      },
      n: 2,
    },
  };
  return [o.f?.(), o?.f(), (o?.f)(), o.g?.f?.(), o['f']?.(), (0, o.f)?.()];
});
t('logical assignment props', () => {
  const log = [];
  const o = {
    get a() {
      log.push('ga');
      return 0;
    },
    set a(v) {
      log.push('sa' + v);
    },
    get b() {
      log.push('gb');
      return 1;
    },
    set b(v) {
      log.push('sb');
    },
  };
  o.a ||= 2;
  o.b ||= 3;
  o.a &&= 4;
  o.b &&= 5;
  o.c ??= 6;
  return [log, o.c];
});
t('labels', () => {
  const r = [];
  a: for (const i of [1, 2, 3]) {
    b: for (const j of [1, 2, 3]) {
      if (j == 2) continue a;
      if (i == 3) break a;
      c: {
        if (i == 2) break c;
        r.push([i, j]);
      }
    }
  }
  d: {
    e: {
      break d;
    }
  }
  return r;
});
t('do while continue', () => {
  let i = 0;
  const r = [];
  do {
    i++;
    if (i % 2) continue;
    r.push(i);
  } while (i < 5);
  return r;
});
t('for without parts', () => {
  let i = 0;
  for (;;) {
    if (i++ > 3) break;
  }
  for (var j = 0, k = 10; j < k; j++, k--);
  return [i, j, k];
});
t('switch string fallthrough', () =>
  ['a', 'b', 'c', 'z'].map(x => {
    let r = '';
    switch (x) {
      case 'a':
        r += 'a';
      case 'b':
        r += 'b';
        break;
      case 'c': {
        r += 'c';
        break;
      }
      default:
        r += '?';
    }
    return r;
  }),
);
t('switch continue in loop', () => {
  const r = [];
  for (let i = 0; i < 4; i++) {
    switch (i) {
      case 1:
        continue;
      case 2:
        break;
      default:
        r.push(i);
        continue;
    }
    r.push('after' + i);
  }
  return r;
});
t('switch strict cases', () => {
  switch (NaN) {
    case NaN:
      return 'nan';
    case undefined:
      return 'u';
    default:
      return 'd';
  }
});
t('try in loops', () => {
  const r = [];
  for (const i of [1, 2, 3]) {
    try {
      if (i == 2) continue;
      if (i == 3) throw i;
      r.push(i);
    } catch (e) {
      r.push('c' + e);
    } finally {
      r.push('f' + i);
    }
  }
  return r;
});
t('nested finally return', () => {
  const f = () => {
    try {
      try {
        return 1;
      } finally {
        r.push('a');
      }
    } finally {
      r.push('b');
    }
  };
  const r = [];
  r.push(f());
  return r;
});
t('catch scope', () => {
  let e = 'outer';
  try {
    throw 'x';
  } catch (e) {
    var e2 = e;
    {
      let e = 1;
    }
  }
  try {
    throw { a: [1, { b: 2 }] };
  } catch ({ a: [x, { b }] }) {
    return [e, e2, x, b];
  }
});
t('catch var', () => {
  try {
    throw 1;
  } catch (e) {
    var e = 2;
  }
  return e;
});
t('throw in finally', () => {
  try {
    try {
      throw 'a';
    } finally {
      throw 'b';
    }
  } catch (e) {
    return e;
  }
});
t('generator return value', () => {
  function* g() {
    const x = yield 1;
    try {
      yield x * 2;
    } finally {
      yield 'cleanup';
    }
    return 'end';
  }
  const it = g();
  return [it.next(), it.next(5), it.return('r'), it.next(), it.next()];
});
t('generator in spread', () => {
  function* g(n) {
    if (n > 0) {
      yield n;
      yield* g(n - 1);
    }
  }
  return [
    ...g(3),
    Math.max(...g(4)),
    Array.from(g(2), x => x * 2),
    new Set(g(2)).size,
    Object.fromEntries(
      (function* () {
        yield ['a', 1];
      })(),
    ),
  ];
});
t('generator destructuring closes', () => {
  const log = [];
  function* g() {
    try {
      yield 1;
      yield 2;
      yield 3;
    } finally {
      log.push('closed');
    }
  }
  const [a, b] = g();
  const [...c] = g();
  const [] = g();
  return [a, b, c, log];
});
t('generator throw in', () => {
  function* g() {
    for (;;) {
      try {
        yield 1;
      } catch (e) {
        if (e === 'stop') return 'stopped';
        yield 'caught ' + e;
      }
    }
  }
  const it = g();
  it.next();
  return [it.throw('a'), it.next(), it.throw('stop'), it.next()];
});
t('iterator close on throw', () => {
  const log = [];
  const it = {
    [Symbol.iterator]() {
      return {
        i: 0,
        next() {
          return { value: this.i++, done: false };
        },
        return() {
          log.push('ret');
          return {};
        },
      };
    },
  };
  try {
    for (const x of it) if (x == 1) throw 'e';
  } catch (e) {
    log.push(e);
  }
  for (const x of it) {
    if (x) break;
  }
  const [q] = it;
  new Map();
  try {
    new Map(it);
  } catch {
    log.push('map');
  }
  try {
    Array.from(it, x => {
      if (x == 2) throw 1;
    });
  } catch {
    log.push('from');
  }
  return log;
});
t('default params scope', () => {
  let x = 'outer';
  function f(a = x, b = () => a, x2 = a) {
    var a = 'inner';
    return [a, b(), x2];
  }
  return f();
});
t('param shadow', () => {
  const f = (a, [b, c = b] = [a, undefined], { d = c, ...e } = { z: 1 }) => [a, b, c, d, e];
  return [f(1), f(1, [2, 3], { d: 4, q: 5 })];
});
t('fn length name', () => [
  ((a, b = 1, c) => {}).length,
  function (...r) {}.length,
  (({ a }, [b]) => {}).length,
  class {
    constructor(a) {}
  }.length,
  (() => {}).name,
  Object.getOwnPropertyDescriptor(
    {
      get x() {
        return 1;
      },
    },
    'x',
  ).get.name,
  function () {}.bind().name,
  new Function('a', 'b', '').length,
  Symbol('d').description,
  { [Symbol('k')]() {} }[Object.getOwnPropertySymbols({})[0]],
]);
t('hoisting', () => {
  const r = [typeof f, typeof v];
  function f() {}
  var v = 1;
  {
    function g() {}
  }
  r.push(typeof g);
  if (true) {
    function h() {
      return 1;
    }
  }
  r.push(h());
  return r;
});
t('fn redeclare', () => {
  function f() {
    return 1;
  }
  var f;
  function f() {
    return 2;
  }
  return f();
});
t('block fn closure', () => {
  const r = [];
  for (let i = 0; i < 2; i++) {
    function f() {
      return i;
    }
    r.push(f);
  }
  return r.map(f => f());
});
t(
  'iife patterns',
  () =>
    [
      !(function () {
        return 1;
      })(),
      +(function () {
        return '2';
      })(),
      void (function () {})(),
      (function () {
        return this === undefined || this === globalThis;
      })(),
      (() => typeof this)(),
    ].length,
);
t('currying', () => {
  const c = f =>
    function g(...a) {
      return a.length >= f.length ? f(...a) : (...b) => g(...a, ...b);
    };
  return c((a, b, c) => a + b + c)(1)(2)(3);
});
t('memo recursion', () => {
  const m = new Map();
  const f = n => (n < 2 ? n : (m.get(n) ?? (m.set(n, f(n - 1) + f(n - 2)), m.get(n))));
  return f(50);
});
t('getter setter defineProperty', () => {
  const o = {};
  let v = 1;
  Object.defineProperty(o, 'x', {
    get: () => v,
    set: n => {
      v = n * 2;
    },
    configurable: true,
  });
  o.x = 5;
  o.x++;
  const d = Object.getOwnPropertyDescriptor(o, 'x');
  Object.defineProperty(o, 'x', { value: 1 });
  return [v, typeof d.get, Object.getOwnPropertyDescriptor(o, 'x')];
});
t('freeze strict', () => {
  'use strict';
  const o = Object.freeze({ a: 1, n: { b: 2 } });
  const r = [];
  for (const f of [
    () => {
      o.a = 2;
    },
    () => {
      delete o.a;
    },
    () => {
      o.c = 1;
    },
    () => {
      o.n.b = 3;
    },
  ]) {
    try {
      f();
      r.push('ok');
    } catch (e) {
      r.push(e.name);
    }
  }
  return [r, o];
});
t('proto chain', () => {
  function A() {}
  A.prototype.x = 1;
  const a = new A();
  A.prototype = { x: 2 };
  const b = new A();
  return [
    a.x,
    b.x,
    a instanceof A,
    b instanceof A,
    a.constructor === A,
    Object.getPrototypeOf(b).constructor === Object,
  ];
});
t('__proto__ literal', () => {
  const p = { x: 1 };
  const o = { __proto__: p };
  const q = { ['__proto__']: p };
  const __proto__ = p;
  const s = { __proto__ };
  return [o.x, q.x, Object.keys(q), Object.keys(s), { __proto__() {} }.hasOwnProperty('__proto__')];
});
t('reflect', () => [
  Reflect.ownKeys({ b: 1, [Symbol.iterator]: 1, 1: 1, a: 1 }).map(String),
  Reflect.apply(Math.max, null, [1, 2]),
  Reflect.construct(Date, [0]) instanceof Date,
  Reflect.has([], 'length'),
  Reflect.set(Object.freeze({}), 'a', 1),
  Reflect.get(
    {
      get x() {
        return this.y;
      },
    },
    'x',
    { y: 7 },
  ),
]);
t('proxy basic', () => {
  const log = [];
  const p = new Proxy(
    { a: 1 },
    {
      get(t, k, r) {
        log.push('get ' + String(k));
        return Reflect.get(t, k, r);
      },
      set(t, k, v) {
        log.push('set ' + k);
        t[k] = v;
        return true;
      },
      has(t, k) {
        log.push('has ' + k);
        return k in t;
      },
      deleteProperty(t, k) {
        log.push('del ' + k);
        return delete t[k];
      },
      apply() {},
    },
  );
  p.a;
  p.b = 2;
  'a' in p;
  delete p.a;
  const { b, ...rest } = p;
  JSON.stringify(p);
  Object.assign({}, p);
  return log;
});
t('proxy array', () => {
  const log = [];
  const a = new Proxy([1, 2], {
    set(t, k, v) {
      log.push(k + '=' + v);
      t[k] = v;
      return true;
    },
  });
  a.push(3);
  a.unshift(0);
  a.length = 1;
  return [log, Array.isArray(a), a.length];
});
t('proxy class', () => {
  const P = new Proxy(
    class A {
      constructor(x) {
        this.x = x;
      }
    },
    {
      construct(t, a, n) {
        return Reflect.construct(
          t,
          a.map(x => x * 2),
          n,
        );
      },
    },
  );
  class B extends P {}
  return [new P(1).x, new B(2).x];
});
t('symbols', () => {
  const s = Symbol.for('a');
  const o = { [s]: 1, [Symbol.toStringTag]: 'Tag' };
  return [Symbol.keyFor(s), String(o), s.toString(), s.description, Object.keys(o), JSON.stringify({ [s]: 1 })];
});
t('weak', () => {
  const k = {};
  const w = new WeakMap([[k, 1]]);
  const r = new WeakRef(k);
  return [w.get(k), w.has({}), r.deref() === k, new WeakSet([k]).has(k)];
});
t('sort stability', () => [
  [
    [3, 'a'],
    [1, 'b'],
    [3, 'c'],
    [2, 'd'],
    [1, 'e'],
  ]
    .sort((a, b) => a[0] - b[0])
    .map(x => x[1])
    .join(''),
  [10, 9, 1, undefined, , 2].sort(),
  ['b', , 'a'].sort().length,
  [3, 2, 1].toSorted(),
]);
t('array methods', () => [
  [1, [2, [3, [4]]]].flat(Infinity),
  [[1, 2], [3]].flatMap(x => x),
  [1, 2, 3].fill(0, 1, -1),
  [1, 2, 3, 4, 5].copyWithin(0, 3),
  Array.from({ length: 3 }, (_, i) => i ** 2),
  [1, 2, 3].lastIndexOf(3, -2),
  [...'abc'].entries().next().value,
  [1, 2, 3].findLastIndex(x => x < 3),
  Array.of(7).length,
  [3, 4].keys().next().value,
  [1, 2].reduceRight((a, b) => a + '-' + b),
  [1, 2, 3].some(x => x > 2),
  [].every(x => false),
  [1, 2, 3].splice(-2, 1),
  [1, 2, 3].slice(-2),
  [1, 2, 3].at(-4),
]);
t('array mutation in forEach', () => {
  const a = [1, 2, 3];
  const r = [];
  a.forEach((x, i) => {
    r.push(x);
    if (i == 0) {
      a.pop();
      a.push(9, 10);
    }
  });
  const s = [];
  for (const x of a) {
    s.push(x);
    if (a.length < 6) a.push(x);
  }
  return [r, s];
});
t('string iteration', () => [
  [...'a😀b'].length,
  'abc'.split('').reverse().join(''),
  Array.from('x😀', c => c.length),
  'abcabc'.lastIndexOf('c', 4),
  'abc'.charAt(5),
  'abc'[1],
  'abc'.at(-1),
  'a,b,,c'.split(','),
  'test'.search(/s/),
  'x'.repeat(3),
  'abc'.includes('bc', 1),
  'abc'.startsWith('b', 1),
  'A-B'.toLowerCase(),
  'aaa'.replace('a', '$$'),
  'aaa'.replaceAll('a', (m, i) => i),
  'abc'.concat(1, null),
  'z'.localeCompare('a'),
  '\u0041',
  'a\
b',
  '%'.link('x"y'),
]);
t('regexp misc', () => [
  'aBc'.match(/b/i).index,
  'a\nb'.match(/^b/m)?.[0],
  'a\nb'.match(/a.b/s)?.[0],
  /\bfoo\b/.test('a foo b'),
  '2020-1'.match(/(\d+)-(\d+)/).slice(1),
  'aaa'.match(/a{2,}?/)[0],
  'xay'.replace(/(x)(a)(y)/, '$3$2$1'),
  /(?:a|b)+/.exec('abc')[0],
  /[^\w\s]/.exec('a b!')[0],
  /(\w)\1/.exec('hello')[0],
  /(?<n>l)\k<n>/.exec('hello').groups.n,
  /a(?=b)/.exec('ab')[0],
  /(?!a)b/.exec('ab').index,
  /\u{61}/u.test('a'),
]);
t('regexp lastIndex', () => {
  const r = /a/g;
  const o = [];
  while (r.test('aXa')) o.push(r.lastIndex);
  r.lastIndex = 5;
  o.push(r.test('a'), r.lastIndex);
  const s = /a/y;
  s.lastIndex = 1;
  o.push(s.test('ba'), s.test('ba'), 'aab'.replace(/a/y, 'x'), 'baa'.search(/a/y), 'aXaXa'.split(/X/g, 2));
  return o;
});
t('regexp flags', () => {
  const r = /a/dgimsuy;
  return [
    r.flags,
    r.hasIndices,
    new RegExp(r, 'g').flags,
    String(new RegExp('/', 'g')),
    RegExp('\n').source,
    new RegExp('').source,
  ];
});
t('number parse', () =>
  ['0x1F', '0o17', '0b2', '1e3', '.5', '5.', '-', '', ' ', '1,000', 'Infinity', '-0', '1n', '١'].map(Number),
);
t('parse ints', () => [
  parseInt('0x1f'),
  parseInt('z', 36),
  parseInt('123', 5),
  parseInt(null),
  parseInt('  -42abc'),
  parseInt(1e21),
  parseInt(0.0000005),
  parseFloat('1.2.3'),
  parseFloat('-.5e-3x'),
  (12.5).toString(2),
  (0.1).toFixed(20),
  (1e21).toFixed(2),
  Number.MAX_SAFE_INTEGER + 2,
  0.1 * 3,
  9007199254740993,
  1_000.5,
]);
t('math', () => [
  Math.max(),
  Math.min(),
  Math.sign(-0),
  Math.trunc(-4.7),
  Math.hypot(3, 4),
  Math.cbrt(27),
  Math.fround(5.5),
  Math.clz32(1),
  Math.imul(0xffffffff, 5),
  Math.log2(8),
  Math.atan2(1, 1),
  Math.max(NaN, 1),
  Math.max(-0, 0),
  Math.round(-2.5),
  Math.round(0.49999999999999994),
  Math.expm1(0),
  Math.abs(-5n < 0 ? -5 : 5),
]);
t('promise order', async () => {
  const r = [];
  const p = (n, k) =>
    Promise.resolve()
      .then(() => r.push(n))
      .then(() => r.push(n + k));
  await Promise.all([
    p('a', 1),
    p('b', 2),
    (async () => {
      r.push('s');
      await null;
      r.push('x');
      await null;
      r.push('y');
    })(),
  ]);
  return r;
});
t('promise combinators', async () => [
  await Promise.allSettled([1, Promise.reject(2)]),
  await Promise.any([Promise.reject(1), 3]),
  await Promise.race([new Promise(() => {}), 4]),
  await Promise.all([]),
  await Promise.any([]).catch(e => e.constructor.name),
  await Promise.reject(1)
    .finally(() => 2)
    .catch(x => x),
]);
t('thenables', async () => {
  const r = [];
  const th = {
    then(f) {
      r.push('then');
      f('v');
    },
  };
  r.push(await th);
  r.push(await Promise.resolve(th));
  r.push(await (async () => th)());
  new Promise(f => {
    f(th);
    f(2);
  }).then(x => r.push('p' + x));
  await null;
  await null;
  await null;
  return r;
});
t('async iteration order', async () => {
  const r = [];
  async function* g() {
    r.push('s');
    const x = yield 1;
    r.push(x);
    yield* [Promise.resolve('i'), 2];
    return 'done';
  }
  const it = g();
  r.push(await it.next('no'), await it.next('yes'), await it.next(), await it.next(), await it.next());
  return r;
});
t('async queue', async () => {
  const r = [];
  async function* g() {
    yield 1;
    yield 2;
  }
  const it = g();
  const ps = [it.next(), it.next(), it.next(), it.next()];
  for (const p of ps) r.push(await p);
  return r;
});
t('async errors', async () => {
  const r = [];
  const f = async x => {
    try {
      if (x) await Promise.reject(x);
      return 'ok';
    } catch (e) {
      r.push('c' + e);
      throw 'again';
    } finally {
      r.push('f');
    }
  };
  try {
    await f(1);
  } catch (e) {
    r.push(e);
  }
  r.push(await f(0));
  return r;
});
t('async stack loop', async () => {
  let n = 0;
  for (let i = 0; i < 100; i++) n += await i;
  const a = [];
  await Promise.all(
    [3, 1, 2].map(async x => {
      for (let k = 0; k < x; k++) await null;
      a.push(x);
    }),
  );
  return [n, a];
});
t('await in params spread', async () => {
  const f = (...a) => a;
  return f(...(await [1, 2]), await 3, ...(await (async () => 'ab')()));
});
t('await in template class', async () => {
  class A {
    [await 'k'] = 1;
    static x = 2;
  }
  const k = await 'dyn';
  class B {
    [k + 1]() {
      return 1;
    }
  }
  return [new A().k, Object.getOwnPropertyNames(B.prototype), `${await 1}-${await new A().k}`];
});
t('await in optional', async () => {
  const o = { f: async x => x };
  return [await o?.f(1), await o.g?.(2), (await o.f({ a: [1] })).a?.[await 0]];
});
t('for await destr', async () => {
  const r = [];
  for await (const { a, b: [c] = [9] } of [{ a: 1 }, Promise.resolve({ a: 2, b: [3] })]) r.push(a, c);
  let x;
  for await (x.y of []);
  for await ([x] of [[1]]) r.push(x);
  return r;
});
t('queue order', async () => {
  const r = [];
  await new Promise(f => {
    setTimeout(() => {
      r.push('t');
      f();
    });
    queueMicrotask(() => r.push('m'));
    Promise.resolve().then(() => r.push('p'));
  });
  return r;
});
t('structuredClone', () => {
  const a = {
    d: new Date(0),
    m: new Map([[1, { x: 1 }]]),
    s: new Set([1]),
    r: /a/g,
    n: [1, , 3],
    e: new RangeError('r'),
    b: 1n,
  };
  a.self = a;
  const c = structuredClone(a);
  return [c.self === c, c.d.getTime(), c.m.get(1).x, c.r.flags, 1 in c.n, c.e.name, c.b];
});
t('url', () => {
  const u = new URL('../b?x=1&y=2#h', 'http://u:p@e.com:8080/a/c/d');
  u.searchParams.append('z', 'ä &');
  return [u.href, u.origin, u.host, [...u.searchParams.keys()]];
});
t('encoding', () => [
  new TextEncoder().encode('é😀'),
  new TextDecoder().decode(new Uint8Array([0xff, 0x61])),
  encodeURIComponent('é &/'),
  decodeURI('%41%2f'),
  escape('ü '),
  unescape('%u0107'),
  btoa('ab'),
  atob('YWI='),
]);
t('getter recursion', () => {
  const o = {
    get a() {
      return this.b;
    },
    get b() {
      return this.c ?? 'end';
    },
  };
  return o.a;
});
t('comma in for', () => {
  const r = [];
  for (let [a, b] = [0, 3], { c } = { c: 1 }; a < b; a++, b--, c *= 2) r.push([a, b, c]);
  return r;
});
t('destr swap', () => {
  let a = 1,
    b = 2,
    c = 3;
  [a, b, c] = [c, a, b];
  const o = { x: 1, y: 2 };
  [o.x, o.y] = [o.y, o.x];
  [a, [b = 5, ...c]] = [b, [undefined, 1, 2]];
  return [a, b, c, o];
});
t('obj rest order', () => {
  const s = Symbol();
  const { a, ...r } = {
    b: 1,
    a: 2,
    3: 4,
    [s]: 5,
    get g() {
      return 6;
    },
  };
  return [r, r[s], Object.keys(r), Object.getOwnPropertyDescriptor(r, 'g').value];
});
t('computed destr', () => {
  const k = 'x';
  const { [k]: a = 1, [k + 'y']: { z } = { z: 2 }, ...r } = { xz: 3 };
  return [a, z, r];
});
t('sparse', () => {
  const a = [];
  a[5] = 1;
  a[2 ** 32] = 2;
  return [
    a.length,
    Object.keys(a),
    a.findIndex(x => x === undefined),
    a.filter(() => true).length,
    JSON.stringify(a.slice(4)),
    delete a[5],
    a.length,
    a.reduce(n => n + 1, 0),
  ];
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

// Members of `super`, powers of properties, tags, early writes and computed keys of classes.

const t = (name, f) => {
  let result;
  try {
    result = JSON.stringify(f());
  } catch (error) {
    result = `threw ${error.name ?? error}`;
  }
  console.log(name, result);
};
const l = [];
const k = n => (l.push('k' + n), n),
  o = () => (
    l.push('o'),
    {
      p: 3,
      get g() {
        l.push('g');
        return 2;
      },
      set g(v) {
        l.push(v);
      },
    }
  );
t('pow members', () => [
  (o().p **= k(2)),
  (o()['p'] **= k(3)),
  (o()[k('p')] **= k(2)),
  (o().g **= k(5)),
  l.splice(0),
]);
t('pow private', () => {
  class A {
    #p = 3;
    static #q = 2;
    m(x) {
      this.#p **= x;
      A.#q **= x;
      return [this.#p, A.#q];
    }
  }
  return new A().m(2);
});
t('pow super', () => {
  class A {}
  A.prototype.p = 2;
  class B extends A {
    m(x) {
      super.p **= x;
      super['p'] **= x;
      return [this.p];
    }
    s = () => (super.p **= k(4));
    n() {
      return () => () => (super.p **= k(5));
    }
  }
  const b = new B();
  return [b.m(3), b.s(), b.n()()()];
});
t('pow gen', () => {
  function* g() {
    const o = { p: 2 };
    o.p **= yield 1;
    o[yield 2] **= yield 3;
    return o;
  }
  const i = g();
  i.next();
  i.next(3);
  i.next('p');
  return i.next(2);
});
t('pow strict', () => {
  'use strict';
  const f = Object.freeze({ p: 2 });
  try {
    f.p **= k(2);
  } catch (e) {
    return e.name;
  }
});
t('pow sloppy', () => Function('k', 'const f = Object.freeze({ p: 2 }); return [f.p **= k(2), f.p]')(k));
t('pow null', () => {
  let n = null;
  n.p **= k(2);
});
t('pow undefined', () => {
  let n;
  n[k('a')] **= k(2);
});
t('super update', () => {
  class A {}
  A.prototype.p = '2';
  class B extends A {
    m() {
      return [super[k('p')]++, super[k('p')]--, ++super[k('p')], this.p];
    }
    n() {
      return () => () => super[k('p')]++;
    }
  }
  const b = new B();
  return [b.m(), b.n()()(), l.splice(0)];
});
t('super stmt', () => {
  class A {}
  A.prototype.p = '2';
  class B extends A {
    m() {
      let y = 1;
      super[k('p')]++;
      let x = super.p;
      (super['p']++, y);
      return [this.p, x];
    }
  }
  return new B().m();
});
t('delete super', () => {
  class B extends Object {
    m() {
      let x = 1;
      delete super[k(1)];
      return 1;
    }
  }
  try {
    return new B().m();
  } catch (e) {
    return [e.name, l.splice(0)];
  }
});
t('tags', () => {
  class A {
    static tag(s, ...v) {
      return [this.name, s.raw, v, l.push('t')];
    }
  }
  class B extends A {
    static m(x) {
      return super.tag`a${x}
${k(2)}b`;
    }
    static n(x) {
      return super['tag']`a${x}`;
    }
  }
  return [B.m(1), B.n(2), A.tag`x`, (0, A).tag`y`, l.splice(0)];
});
t('same site', () => {
  const o = {
    t(s) {
      return s;
    },
  };
  const f = () => o.t`a`;
  return f() === f();
});
t('template', () => {
  const a = [1];
  return `${a} ${a.push(2)} ${a} ${a.pop()} ${`${a}${a.pop()}`} ${a}`;
});
t('statement start', () => {
  let x = 1,
    y = 2;
  x + (x = 5);
  y;
  x + (x = 6);
  return [x, y];
});
t('early', () => {
  const r = [];
  for (const f of [
    () => {
      [x] = [1];
      let x;
    },
    () => {
      ({ x } = { x: 1 });
      let x;
    },
    () => {
      ({ x = 2 } = {});
      let x;
    },
    () => {
      ({
        a: [x],
      } = { a: [1] });
      let x;
    },
    () => {
      for ({ x } of [{}]);
      let x;
    },
    () => {
      [...x] = [];
      let x;
    },
    () => {
      let x;
      {
        [x] = [1];
      }
      return x;
    },
  ]) {
    try {
      r.push(f());
    } catch (e) {
      r.push(e.name);
    }
  }
  return r;
});
t('static keys', () => {
  const key = n => ({
    toString() {
      l.push(n);
      return n;
    },
  });
  class A {
    static [key('a')] = l.push('va');
    static [key('b')] = () => {};
    static [Symbol.iterator] = 1;
    static ['c'] = () => {};
  }
  return [l.splice(0), A.b.name, A.c.name];
});

// Initializers of instance fields that change the class, or call something that could.

const log = (...a) => console.log(...a);
const t = f => {
  try {
    log(f());
  } catch (e) {
    log(e.name, e.message);
  }
};
t(() => {
  class U {
    static n = 0;
    id = U.n++;
  }
  new U();
  return [new U().id, U.n];
});
t(() => {
  class U {
    static #n = 0;
    id = ++U.#n;
    static get n() {
      return U.#n;
    }
  }
  new U();
  return [new U(), U.n];
});
t(() => {
  class A {
    x = ((A.last = this), 1);
  }
  const a = new A();
  return [A.last === a, a];
});
t(() => {
  class A {
    static make() {
      this.c = (this.c ?? 0) + 1;
      return this.c;
    }
    f = A.make();
  }
  new A();
  return new A();
});
t(() => {
  class A {
    f = Object.freeze(A);
  }
  return Object.isFrozen(new A().f);
});
t(() => {
  class A {
    f = Object.setPrototypeOf(A, { hey: 1 });
  }
  new A();
  return A.hey;
});
t(() => {
  class A {
    constructor() {
      this.config = { a: 1 };
    }
  }
  class B extends A {
    config = Object.assign({ b: 2 }, this.config);
  }
  return new B();
});
t(() => {
  class A {
    constructor(x) {
      this.x = x;
    }
  }
  class B extends A {
    static n = 0;
    id = B.n++;
    y = this.x;
  }
  return new B(7);
});
t(() => {
  class A {
    constructor(x) {
      this.x = x;
    }
  }
  class B extends A {
    static n = 0;
    id = B.n++;
    #p = this.x;
    constructor(q) {
      const r = super(q + 1);
      this.same = r === this;
    }
    get p() {
      return this.#p;
    }
  }
  const b = new B(7);
  return [b, b.p];
});
t(() => {
  class A {}
  class B extends A {
    static n = 0;
    id = B.n++;
    constructor(q) {
      const z = 1
      super()
      this.z = z
    }
  }
  return new B(7);
});
t(() => {
  class A {}
  class B extends A {
    id = Math.max(1, 2);
    constructor() {
      const f = () => super();
      f();
    }
  }
  return new B(7);
});
t(() => {
  let n = 0;
  const next = () => ++n;
  class A {
    a = next();
    constructor(p = next(), { q = next() } = {}) {
      this.p = p;
      this.q = q;
    }
  }
  return [new A(), new A(9, {}), A.length];
});
t(() => {
  class A {
    b = Object.keys(this).length;
    c = Object.keys(this).length;
    d;
    e = Object.keys(this).join();
  }
  return new A();
});
t(() => {
  class P {
    get x() {
      return 1;
    }
    set x(v) {
      log('set', v);
    }
  }
  class A extends P {
    y = this.x;
    x = String(this.x + 1);
  }
  return [new A(), Object.hasOwn(new A(), 'x')];
});
t(() => {
  class A {
    #a = Number('1');
    #f = () => {};
    get n() {
      return this.#f.name;
    }
  }
  return new A().n;
});
t(() => {
  class A {
    x = fail();
  }
  return new A();
});
t(() => {
  class A {
    x = new.target;
    y = String(new.target);
  }
  return new A();
});
t(() => {
  class A {
    x = eval('this.constructor.name');
  }
  return new A();
});
t(() => {
  const o = {
    m() {
      return class {
        x = super.toString?.();
      };
    },
  };
  const C = o.m();
  return typeof new C().x;
});
t(() => {
  class B {
    m() {
      return 5;
    }
  }
  class A extends B {
    x = super.m();
    f = () => super.m();
  }
  const a = new A();
  return [a.x, a.f()];
});
t(() => {
  class A {
    constructor() {
      this.z = 1;
    }
    x = String(1);
  }
  return new A();
});
t(() => {
  class A {
    static s = (A.t = 1);
    static {
      A.u = 2;
    }
  }
  return [A.s, A.t, A.u];
});
t(() => {
  class A {
    x = [1].map(n => [n].map(m => m + this.y));
    y = 2;
  }
  return new A();
});
t(() => {
  class A {
    x = Math.abs(-1)
    y
    = Math.abs(-2)
    z = 3
  }
  return new A();
});
t(() => {
  const f = class {
    x = String(1);
  };
  return [f.name, new f()];
});
t(() => {
  class A {
    x = (() => {
      throw new TypeError('no');
    })();
  }
  new A();
});
t(() => {
  function F() {
    return proxy;
  }
  const seen = [];
  const proxy = new Proxy(
    {},
    {
      defineProperty(t, k, d) {
        seen.push(k, JSON.stringify(d));
        return Reflect.defineProperty(t, k, d);
      },
    },
  );
  class A extends F {
    x = String(1);
    y;
  }
  new A();
  return seen;
});
t(() => {
  class A {
    x = String(1);
    constructor() {
      'use strict';
      this.y = 1;
    }
  }
  return new A();
});
t(() => {
  class A {
    x = String(1);
    constructor() {
      return { z: 1 };
    }
  }
  return new A();
});
t(() => {
  class A {
    static create() {
      return new this();
    }
    items = [];
    log = log;
    map = new Map([[1, A.create]]);
  }
  return A.create().map.size;
});
t(() => {
  class E extends Error {
    code = String(4);
    name = 'E';
  }
  const e = new E('m');
  return [e.code, e.message, e.name, e instanceof E, String(e)];
});
t(() => {
  class A {
    [Symbol.iterator] = String(1);
    x = String(2);
  }
  return Object.keys(new A());
});
t(() => {
  let n = 0;
  const next = () => ++n;
  class A {
    a = next();
    f = () => this.a;
    ['g'] = function () {};
    'h i' = class {};
    12 = next();
    __proto__ = next();
    b;
    c = () => {};
  }
  const a = new A();
  return [
    Object.keys(a).length,
    a.f.name,
    a.f(),
    a.g.name,
    a['h i'].name,
    a[12],
    a.c.name,
    Object.hasOwn(a, '__proto__'),
  ].join();
});
t(() => {
  class A {
    static #n = 0;
    static next() {
      return ++A.#n;
    }
    #id = A.next();
    static of(a) {
      return a.#id;
    }
  }
  new A();
  return A.of(new A());
});
t(() => {
  const k = Symbol('k'),
    name = 'n';
  class A {
    m() {
      return 7;
    }
    x = 1;
  }
  class B extends A {
    static n = 0;
    id = ++B.n;
    [k] = B.n;
    [name] = 2;
    [Symbol.iterator] = function* () {
      yield 5;
    };
    z;
    constructor() {
      log(super().x, this[name]);
      const q = 1;
      try {
        super().m();
      } catch (e) {
        log(e.name);
      }
      try {
        super()[q];
      } catch (e) {
        log(e.name);
      }
    }
  }
  const b = new B();
  return [b[k], b.n, [...b], Object.keys(b).join(), b[Symbol.iterator].name];
});

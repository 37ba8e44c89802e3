// Direct calls of `eval` in classes and methods see the variables around them.

const log = console.log;
const o = [() => 1, () => 'log', () => 'tag'];
const T = (n, f) => {
  try {
    console.log(n, JSON.stringify(f(...o)));
  } catch (e) {
    console.log(n, e.message);
  }
};
T(1, function (key, log, tag) {
  if (0) eval('');
  class A {
    static {
      this.x = eval('tag()');
    }
  }
  return A.x;
});
T(2, function (key, log, tag) {
  if (0) () => eval('');
  class A {
    static {
      this.x = eval('tag()');
    }
  }
  return A.x;
});
T(3, function (key, log, tag) {
  return (() => {
    {
      class A {
        static {
          this.x = eval('tag()');
        }
      }
      if (0) eval('');
      return A.x;
    }
  })();
});
T(4, function (key, log, tag) {
  {
    let q = 1;
    class A {
      static {
        this.x = eval('[tag(), q]');
      }
    }
    if (0) eval('');
    return A.x;
  }
});
T(5, function (key, log, tag) {
  {
    let q = 1;
    class A {
      static {
        this.x = eval('[tag(), q]');
      }
    }
    return A.x;
  }
  if (0) eval('');
});
T(6, function (key, log, tag) {
  {
    let q = 1;
    class A {
      m(p) {
        let r = 5;
        return eval('[tag(), q, p, r]');
      }
    }
    return new A().m(2);
  }
  if (0) eval('');
});
T(7, function (key, log, tag) {
  {
    let q = 1;
    class A {
      constructor(p) {
        let r = 5;
        this.x = eval('[tag(), q, p, r]');
      }
    }
    return new A(2).x;
  }
  if (0) eval('');
});
T(8, function (key, log, tag) {
  {
    let q = 1;
    class A {
      #p = 7;
      x = eval('[tag(), q, this.#p]');
    }
    return new A(2).x;
  }
  if (0) eval('');
});
T(9, function (key, log, tag) {
  {
    let q = 1;
    class A {
      get m() {
        let r = 5;
        return (() => eval('[tag(), q, r]'))();
      }
    }
    return new A().m;
  }
  if (0) eval('');
});
T(10, function (key, log, tag) {
  return {
    m() {
      with ({ a: 1 }) {
        return eval('[tag(), a]');
      }
    },
  }.m();
  if (0) eval('');
});
T(11, function (key, log, tag) {
  return {
    m() {
      return eval('[tag(), tag.name]');
    },
  }.m();
});
T(12, function (key, log, tag) {
  return {
    get m() {
      return eval('[tag(), tag.name]');
    },
  }.m;
});
T(13, function (key, log, tag) {
  return (function () {
    with ({ a: 1 }) {
      return eval('[tag(), a]');
    }
  })();
});
T(14, function (key, log, tag) {
  with ({ a: 1 }) {
    return eval('[tag(), a]');
  }
});
T(15, function (key, log, tag) {
  return (x => {
    switch (1) {
      case 1:
        return eval('[tag(), x]');
    }
  })(3);
});
T(16, function (key, log, tag) {
  return (x => {
    try {
      throw 1;
    } catch (e) {
      return eval('[tag(), x, e]');
    }
  })(3);
});
T(17, function (key, log, tag) {
  return (x => {
    for (const e of [1]) return eval('[tag(), x, e]');
  })(3);
});
T(18, function (key, log, tag) {
  return (x => {
    for (let e = 0; ;) return eval('[tag(), x, e]');
  })(3);
});
T(19, function (key, log, tag) {
  return (x => {
    l: {
      return eval('[tag(), x]');
    }
  })(3);
});
T(20, function (key, log, tag) {
  return (x => `${eval('[tag(), x]')}`)(3);
});
T(21, function (key, log, tag) {
  return (x => ({ [eval('tag()')]: x }))(3);
});
T(22, function (key, log, tag) {
  return ((x, y = eval('[tag(), x]')) => y)(3);
});
T(23, function (key, log, tag) {
  return (({ y = eval('tag()') }) => y)({});
});
T(24, function (key, log, tag) {
  class A {
    [eval('tag()')] = 5;
  }
  return new A();
});
T(25, function (key, log, tag) {
  class A extends eval('(tag(), Object)') {}
  return new A() instanceof Object;
});
T(26, function (key, log, tag) {
  switch (eval('tag()')) {
    case eval('tag()'):
      return 1;
  }
});
T(27, function (key, log, tag) {
  let z = 1;
  switch (1) {
    case (() => {
      let q = 2;
      return eval('tag() + z + q');
    })():
      return 1;
    default:
      return 7;
  }
});
T(28, function (key, log, tag) {
  const [a = eval('tag()')] = [];
  return a;
});
T(29, function (key, log, tag) {
  do {} while (eval('tag()') === 1);
  return eval?.('typeof tag');
});
T(30, function (key, log, tag) {
  return {
    async m() {
      with ({ a: 1 }) {
        console.log(30, eval('tag()'));
      }
    },
  }.m();
});
T(31, function (key, log, tag) {
  let r;
  with ({ a: 1 }) {
    r = {
      m() {
        return eval('[tag(), a]');
      },
    };
  }
  return r.m();
});
T(32, function (key, log, tag) {
  let r;
  with ({ a: 1 }) {
    r = function () {
      return [tag(), a];
    };
  }
  return r();
});
T(33, function (key, log, tag) {
  let r;
  with ({ a: 1 }) {
    class A {
      m() {
        return tag();
      }
    }
    r = new A();
  }
  return r.m();
});
T(34, function (key, log, tag) {
  return {
    m() {
      with ({ a: 1 }) {
        return [tag(), a];
      }
    },
  }.m();
});
T(35, function (key, log, tag) {
  return {
    m() {
      with ({ a: 1 }) {
        return (() => [tag(), a])();
      }
    },
  }.m();
});
T(36, function (key, log, tag) {
  let x = 4;
  return {
    m() {
      with ({ a: 1 }) {
        return (() => [tag(), a, x++, x])();
      }
    },
  }.m();
});

// Functions in the conditions of `case`, and functions that are declared in blocks.

const T = (n, f) => {
  try {
    console.log(n, JSON.stringify(f()));
  } catch (e) {
    console.log(n, e.name + e.message);
  }
};
T(1, () => {
  function* g(a = 0) {
    switch (0) {
      case ((a, x) => a + x)(0, 0):
        return 1;
    }
    return 2;
  }
  return g().next();
});
T(2, () => {
  function g(a = 0) {
    switch (0) {
      case ((a, x) => a + x)(0, 0):
        return 1;
    }
    return 2;
  }
  return g();
});
T(3, () => {
  function g(a) {
    switch (0) {
      case ((a, x) => a + x)(0, 0):
        return 1;
    }
    return 2;
  }
  return g();
});
T(4, () => {
  function g(a = 0) {
    switch (0) {
      case ((b, x) => b + x)(0, 0):
        return 1;
    }
    return 2;
  }
  return g();
});
T(5, () => {
  function g(a = 0) {
    switch (0) {
      case (() => {
        var a = 0;
        return a;
      })():
        return 1;
    }
    return 2;
  }
  return g();
});
T(6, () => {
  function g(a = 0) {
    switch (0) {
      case (() => {
        let a = 0;
        return a;
      })():
        return 1;
    }
    return 2;
  }
  return g();
});
T(7, () => {
  function g(a = 0) {
    switch (0) {
      case (function a() {
        return 0;
      })():
        return a;
    }
    return 2;
  }
  return g();
});
T(8, () => {
  function g() {
    let a = 5;
    switch (0) {
      case (a => a)(0):
        return a;
    }
    return 2;
  }
  return g();
});
T(9, () => {
  function g() {
    var a = 5;
    switch (0) {
      case (a => a)(0):
        return a;
    }
    return 2;
  }
  return g();
});
T(10, () => {
  let a = 5;
  switch (0) {
    case (a => a)(0):
      return a;
  }
  return 2;
});
T(12, () => {
  try {
    throw 5;
  } catch (a) {
    switch (0) {
      case (a => a)(0):
        return a;
    }
  }
  return 2;
});
T(13, () => {
  function g(a = 0) {
    if ((a => a)(1)) return 1;
    while ((a => a)(0));
    return (a => a)(5);
  }
  return g();
});
T(14, () => {
  function g({ a }) {
    switch (0) {
      case (a => a)(0):
        return 1;
    }
    return 2;
  }
  return g({});
});
T(15, () => {
  function g(a, ...r) {
    switch (0) {
      case (a => a)(0):
        return 1;
    }
    return 2;
  }
  return g({});
});
T(16, () => {
  function g(a = 0) {
    switch (0) {
      case 0:
        return (a => a)(3);
    }
    return 2;
  }
  return g();
});
T(17, () => {
  let r = [];
  switch (0) {
    case (q => {
      r.push(q);
      return () => q;
    })(4)() - 4:
      return r;
  }
  return 2;
});
{
  const t = (name, text) => {
    try {
      console.log(name, Function(text)());
    } catch (e) {
      console.log(name, e.name + ': ' + e.message.slice(0, 90));
    }
  };
  t(
    '1',
  );
  t('2', 'return (function f(a = 0) { var h = 3; if (1) { function h() { return 1; } } return typeof h; })()');
  t('3', 'return (function f(a = 0) { if (1) { function h() { return 1; } h = 7; } return typeof h; })()');
  t('4', 'return (function f(a = 0) { if (0) { function h() { return 1; } } return typeof h; })()');
  t('5', 'return (function f(a = 0) { if (1) function h() { return 1; } return typeof h; })()');
  t('6', 'return (function f(a = 0) { switch (1) { case 1: function h() { return 1; } } return typeof h; })()');
  t('7', 'return (function f(a, h = 2) { if (1) { function h() { return 1; } } return typeof h; })()');
  t('8', 'return [...(function* f(a = 0) { if (1) { function h() { return 1; } } yield typeof h; })()]');
  t('9', 'return ((a = 0) => { if (1) { function h() { return 1; } } return typeof h; })()');
  t('10', 'return (({ a }) => { if (1) { function h() { return 1; } } return typeof h; })({})');
  t('11', 'return ((...a) => { if (1) { function h() { return 1; } } return typeof h; })({})');
  t('12', 'return (({ a = 1 }) => { if (1) { function h() { return 1; } } return typeof h; })({})');
  t('13', 'return ((a = 0) => { let q = () => h(); if (1) { function h() { return 1; } } return q(); })()');
  t('14', 'return ((a = 0) => { try { throw 1 } catch (h) { { function h() { } } } return typeof h; })()');
}

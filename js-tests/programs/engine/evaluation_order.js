// The order of evaluations and conversions, dead zones, and the elements of `arguments`.

const t = (name, f) => {
  let result;
  try {
    result = JSON.stringify(f());
  } catch (error) {
    result = `threw ${error.name ?? error}`;
  }
  console.log(name, result);
};
t('with const2', () => Function('const n = 5; const g = () => n; const o = { n: 2 }; with (o) { return n; }')());
t('with const3', () => Function('const n = 5; const o = { n: 2 }; with (o) { return n + n; }')());
t('with let', () => Function('let n = 5; const o = { n: 2 }; with (o) { n = 7; } return [n, o.n];')());
t('with fn', () => Function('let n = 5; const o = { n: 2 }; with (o) { return (() => n)(); }')());
t('with binop', () => Function('let n = 5; const o = { n: 2 }; with (o) { return n + (n = 3) + n; }')());
t('with delete', () => Function('let n = 5; const o = { n: 2 }; with (o) { return [delete n, n]; }')());
t('with typeof', () => Function('const o = { n: 2 }; with (o) { return [typeof n, typeof q]; }')());
t('with var', () => Function('const o = { n: 2 }; with (o) { var n = 4; } return [n, o.n];')());
t('const closure tdz', () => { const f = () => c; try { f(); } catch (e) { return e.name; } const c = 1; return c; });
t('class tdz', () => { try { class A extends A {} } catch (e) { return e.name; } });
t('default self', () => { try { return ((a = a) => a)(); } catch (e) { return e.name; } });
t('default later', () => { try { return ((a = b, b) => a)(); } catch (e) { return e.name; } });
t('let self', () => { try { let x = x; } catch (e) { return e.name; } });
t('typeof tdz', () => { try { typeof x; let x; } catch (e) { return e.name; } });
t('update tdz', () => { try { x++; let x; } catch (e) { return e.name; } });
t('pattern tdz', () => { try { [x] = [1]; let x; return x; } catch (e) { return e.name; } });
t('pattern tdz2', () => { try { ({ a: x } = { a: 1 }); let x; return x; } catch (e) { return e.name; } });
t('pattern tdz3', () => { try { let { a = b, b } = {}; return a; } catch (e) { return e.name; } });
t('rest tdz', () => { try { [...x] = [1]; let x; return x; } catch (e) { return e.name; } });
t('arguments alias', () => (function (a) { arguments[0] = 2; return [a, arguments[0]]; })(1));
t('arguments alias2', () => (function (a) { a = 3; return [a, arguments[0]]; })(1));
t('arguments alias3', () => (function (a) { const r = a + (arguments[0] = 5); return [r, a]; })(1));
t('arguments alias4', () => (function (a, a) { a = 3; return [a, [...arguments]]; })(1, 2));
t('arguments alias5', () => (function (a) { a++; return [a, arguments[0], arguments[0]++, a]; })(1));
t('arguments deleted', () => (function (a) { delete arguments[0]; arguments[0] = 4; return [a, arguments[0]]; })(1));
t('fn name', () => (function f() { f = 1; return typeof f; })());
t('fn name strict', () => (function f() { 'use strict'; try { f = 1; } catch (e) { return e.name; } })());
t('fn name inner', () => (function f() { var f = 1; return f; })());
t('fn in block', () => { { function q() { return 1; } } return q(); });
t('fn in block2', () => { q = 5; { function q() { return 1; } q = 2; } return typeof q; var q; });
t('fn in if', () => Function('if (1) function q() { return 1; } return q();')());
t('label fn', () => Function('a: function q() { return 1; } return q();')());
t('assign null', () => { const l = []; try { null[l.push(1)] = l.push(2); } catch (e) { l.push(e.name); } return l; });
t('assign undef', () => { const l = []; let u; try { u.x = l.push(2); } catch (e) { l.push(e.name); } return l; });
t('call undef', () => { const l = []; let u; try { u(l.push(2)); } catch (e) { l.push(e.name); } return l; });
t('call undef m', () => { const l = []; let u = {}; try { u.x(l.push(2)); } catch (e) { l.push(e.name); } return l; });
t('new undef', () => { const l = []; let u = {}; try { new u.x(l.push(2)); } catch (e) { l.push(e.name); } return l; });
t('op= null', () => { const l = []; try { null[l.push(1)] += l.push(2); } catch (e) { l.push(e.name); } return l; });
t('delete null', () => { const l = []; try { delete null[l.push(1)]; } catch (e) { l.push(e.name); } return l; });
t('spread conv', () => { const l = []; Math.max(...(l.push(1), [1]), l.push(2)); return l; });
t('opt short', () => { const l = []; null?.[l.push(1)].x(l.push(2)); null?.x.y.z; return l; });
t('opt delete', () => { const o = { a: { b: 1 } }; return [delete o?.a?.b, delete o.z?.a.b, o]; });
t('opt eval', () => { let x = 1; return eval?.('typeof x'); });
t('comma call', () => { const o = { m() { return typeof this; } }; return [(0, o.m)(), (o.m)(), (o?.m)()]; });

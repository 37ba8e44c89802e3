// Variables that are written before their declarations.
const t = (label, f) => {
  try { console.log(label, f()); } catch (e) { console.log(label, e.name); }
};
t('let', () => { y = 1; let y = 2; return y; });
t('inner block', () => { { y = 1; } let y = 2; return y; });
t('closure, called before', () => { const f = () => { y = 1; }; f(); let y = 2; return y; });
t('closure, called after', () => { const f = () => { y = 1; }; let y = 2; f(); return y; });
t('compound', () => { y += 1; let y = 2; return y; });
t('logical', () => { y ??= 1; let y = 2; return y; });
t('class', () => { A = 1; class A {} return A; });
t('const', () => { c = 1; const c = 2; return c; });
t('in a loop', () => { for (let i = 0; i < 2; i++) { if (i) { z = 3; } let z = 1; } return 'no'; });
t('value first', () => { y = (() => { throw new Error('first'); })(); let y; });
t('field', () => { class A { f = (y = () => 7); } let y = 2; return new A().f() + y.name; });
t('static field', () => { class A { static f = (y = 1); } let y = 2; return A.f; });
t('block of its own', () => { let y = 1; y = 2; { let y = 3; } return y; });
t('parameter', () => (function (y) { y = 2; { let y = 3; } return y; })(1));
t('generator', () => [...(function* () { y = yield 1; let y; })()]);
t('next case', () => { switch (1) { case 0: let y; break; case 1: y = 2; return y; } });
t('own initializer', () => { let v = (v = 0); return v; });
t('own initializer, const', () => { const v = (v = 0); return v; });
t('own pattern', () => { let [v] = [(v = 0)]; return v; });
t('own pattern, swapped', () => { let { a: v } = ([v] = [{ a: 1 }])[0]; return v; });
t('closure in initializer', () => { let v = (() => (v = 0))(); return v; });
t('closure later', () => { let v = () => (v = 5); v(); return v; });
t('nested', () => { let v = 1; { let v = (v = 2); return v; } });
t('pattern default', () => { let [a, b = (a = 7)] = [1]; return [a, b]; });
t('later of two', () => { let a = (b = 1), b = 2; return a; });
t('earlier of two', () => { let a = 1, b = (a = 2); return [a, b]; });

// Operands and arguments are evaluated from left to right, and keep their values.

const t = (name, f) => {
  let result;
  try {
    result = JSON.stringify(f());
  } catch (error) {
    result = `threw ${error.name ?? error}`;
  }
  console.log(name, result);
};
t('x+(x=5)', () => { let x = 1; return x + (x = 5); });
t('x+x++', () => { let x = 1; return x + x++ * 10; });
t('x++ + x', () => { let x = 1; return x++ + x; });
t('x<(x=5)', () => { let x = 1; return x < (x = 0); });
t('param', () => (x => x - (x = 5))(1));
t('|', () => (x => x | (x = 6))(1));
t('x*++x', () => (x => x * ++x)(3));
t('in', () => { let k = 'a'; return k in (k = 'b', { a: 1 }); });
t('template', () => { let x = 1; return `${x}${x = 2}`; });
t('array', () => { let x = 1; return [x, x = 2, x++ , x]; });
t('call', () => { let x = 1; return ((...a) => a)(x, x = 2, x++); });
t('member', () => { let o = { a: 1 }; return o[(o = { b: 2 }, 'a')]; });
t('member2', () => { let o = { a: 1 }; return o.a + (o = { a: 5 }).a; });
t('memberkey', () => { let o = { a: 1 }; o[(o = { z: 1 }, 'q')] = 5; return o; });
t('memberassign', () => { let o = { a: 1 }, p = o; o.q = (o = 7); return p; });
t('opassign', () => { let x = 1; x += (x = 5); return x; });
t('opassign2', () => { let x = 1; x += x++ + x; return x; });
t('opassign3', () => { let a = 1; return a + (a += 2) + a; });
t('method', () => { let o = { m(x) { return [this.n, x]; }, n: 1 }; return o.m((o = 5, 6)); });
t('cond', () => { let x = 1; return (x, x = 2) + x; });
t('object', () => { let x = 1; return { x, y: x = 2, [x]: x++, z: x }; });
t('spread', () => { let a = [1]; return [...a, a = 5, a]; });
t('new', () => { let C = class { constructor(x) { this.x = x; } }; return new C((C = null, 3)); });
t('eq', () => { let x = 1; return x === (x = 2); });
t('shift', () => { let x = 1; return x << (x = 3); });
t('const cached', () => { const x = 1; return x + ((() => 1)()); });
t('var', () => { var x = 1; return x + (x = 4); });
t('destr', () => { let x = 1; return x + ([x] = [5])[0] + x; });
t('destr2', () => { let x = 1; return x + ({ a: x } = { a: 7 }).a; });
t('forof', () => { let x = 1; let r = []; for (x of [5, 6]) r.push(x + (x = 1)); return r; });
t('switch', () => { let x = 1; switch (x) { case (x = 2): return 'no'; case x - 1: return 'yes'; } });
t('if', () => { let x = 1; if (x < (x = 0)) return 'bad'; return 'ok'; });
t('while', () => { let x = 3, n = 0; while (x > (x = 2) && n < 5) n++; return n; });
t('catch shadow', () => { let x = 1; try { throw 2; } catch (x) { x + (x = 3); } return x; });
t('private', () => { class A { #x = 1; m() { let o = this; return o.#x + (o = { }, 1); } } return new A().m(); });
t('in private', () => { class A { #x = 1; m() { let o = this; return #x in o; } } return new A().m(); });
t('instanceof', () => { let x = []; return x instanceof (x = 1, Array); });
t('nested', () => { let i = 0; const a = [10, 20, 30]; return a[i] + a[++i] * a[i++] + i; });
t('nested2', () => { let i = 0; const a = [10, 20, 30]; a[i] = a[i = 1] + i; return a; });
t('nested3', () => { let i = 0; const a = [10, 20, 30]; a[i++] += i; a[i] += a[i++]; return [a, i]; });
t('comma lhs', () => { let i = 0; return i + (i++, i) + i; });
t('concat', () => { let s = 'a'; return s + (s += 'b') + s; });
t('logical', () => { let x = 0; return (x || (x = 3)) + x; });
t('cond2', () => { let x = 1; return x + (true ? (x = 9) : 0); });
t('closure', () => { let x = 1; const set = () => { x = 8; return 1; }; return x + set(); });

// Variables in the computed keys of methods, which something else need not use.
const log = (n, f) => { try { console.log(n, f()); } catch (e) { console.log(n, e.name, e.message); } };
const kA = 'a';
log(1, () => { function make() { return class { [kA]() { return 1 } } } return new (make())().a(); });
log(2, () => { const k = 'b'; const f = () => class { get [k]() { return 2 } }; return new (f())().b; });
log(3, () => { const k = 'c'; const f = () => class { static [k]() { return 3 } }; return f().c(); });
log(4, () => { const k = 'd'; const f = () => class { [k] = 4 }; return new (f())().d; });
log(5, () => { const k = { e: 'e' }; const f = () => class { [k.e]() { return 5 } }; return new (f())().e(); });
log(6, () => { const k = 'f', g = x => x; return (() => new (class { [g(k)]() { return 6 } })().f())(); });
log(7, () => { const k = 'h'; return (() => ({ [k]() { return 7 } }).h())(); });
log(8,
  () => { const k = 'i'; return (() => { class B { m() { return 8 } }
    class A extends B { [k]() { return super.m() } } return new A().i(); })(); });
log(9, () => { let k = 't'; const f = () => class { [k = 'u']() { return 9 } }; return new (f())().u() + k; });
log(10, () => { let n = 0; const f = () => class { [n++]() { return 10 } }; f(); return f().prototype[1]() + n; });
log(11, function (x) { return (() => class { [x]() { return 11 } })().prototype.q(); }.bind(null, 'q'));
log(14,
  () => { const k = 'v'; const f = () => { class A { [`${k}`]() { return 14 } } return A }; return new (f())().v(); });
log(15, () => { const k = 'w'; const f = (C = class { [k]() { return 15 } }) => new C().w(); return f(); });
log(16,
  () => { const k = 'x'; function* g() { yield class { [k]() { return 16 } } } return new (g().next().value)().x(); });
log(17,
  () => { const k = 'y'; class O { m() { return class { [k]() { return 17 } } } } return new (new O().m())().y(); });
log(18, () => { const k = 'z'; class O { f = class { [k]() { return 18 } } } return new (new O().f)().z(); });
log(19,
  () => { const k = 'z'; class O { static s;
    static { this.s = class { [k]() { return 19 } } } } return new (O.s)().z(); });
log(21, () => { const k = 'z'; return eval('(class { [k]() { return 21 } })').prototype.z(); });
log(22,
  () => { const k = { a: 'z', b: 'y' };
    const f = () => class { [k.a]() { return 22 } [k.b]() {} get [k.a + k.b]() { return 1 } };
    return new (f())().z(); });
log(23, () => (0, eval)('(function (arguments) { return class { [arguments]() { return 23 } } })')('w').prototype.w());

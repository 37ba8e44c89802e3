// What derived constructors may return.

class A {}
const t = f => { try { f(); console.log('no error'); } catch (e) { console.log(e.message) } };
t(() => { class B extends A { constructor() { super(); return 1; } } new B() });
t(() => { class B extends A { constructor() { super(), 5; return 1; } } new B() });
t(() => { class B extends A { #m() {} constructor() { super(); this.#m(); return 1; } } new B() });
t(() => { class B extends A { m() {} constructor() { super(); this.m(); return 1; } } new B() });
t(() => { class B extends A { #m() {} constructor() { super(); return 1; } } new B() });
t(() => { class B extends A { constructor() { try { log(typeof this) } catch (e) {} super(); return 1; } } new B() });
t(() => { class B extends A { constructor() { super(); this.x = 1; return 1; } } new B() });
t(() => { class B extends A { constructor() { super(); this; return 1; } } new B() });
t(() => { class B extends A { constructor() { super(); () => this; return 1; } } new B() });
t(() => { class B extends A { constructor() { super(); return null; } } new B() });
t(() => { class B extends A { constructor() { super(); this.x = 1; return Symbol(); } } new B() });
const other = { o: 1 };
t(() => { class B extends A { constructor() { return super(), other; } } console.log(new B() === other); });
t(() => { class B extends A { constructor() { super(); return 'side', this; } } console.log(new B() instanceof B); });
t(() => { class B extends A { constructor() { return super(), 5; } } new B(); });

// In `try` statements, the error comes after all `finally` blocks, unless they end the constructor in another way.
const log = x => { console.log(x); return x };
const made = (n, f) => {
  try { const v = new (f())(); console.log(n, v instanceof A, v.x) } catch (e) { console.log(n, e.name, e.message) }
};
made(1, () => class extends A { x = super.m; constructor() { super(); try { return 's' } finally { log('f') } } });
made(2, () => class extends A { x = 1; constructor() {
  super(); try { return 's' } finally { throw new Error('own') }
} });
made(3, () => class extends A { x = 1; constructor() {
  super(); this.x = 2; l: try { return 's' } finally { break l }
} });
made(4, () => class extends A { x = 1; constructor() { super(); this.x = 2; try { return 's' } finally { return } } });
made(5, () => class extends A { x = 1; constructor() {
  super(); this.x = 2; try { return 's' } finally { return { x: 5 } }
} });
made(6, () => class extends A { x = 1; constructor() {
  super(); this.x = 2; try { return 's' } catch { log('caught') }
} });
made(7, () => class extends A { x = 1; constructor() {
  super(); this.x = 2; try { throw 1 } catch { return 1 } finally { log(7) }
} });
made(8, () => class extends A { x = 1; constructor() {
  super(); this.x = 2; for (const x of [1, 2]) { try { return null } finally { continue } }
} });
made(9, () => class extends A { x = 1; constructor() {
  function f() { return 1 } var f, g = 2; super(); this.x = f() + g; try { return log(undefined) } finally { log(8) }
} });
made(10, () => class extends A { constructor(a = 1) {
  try { super(); this.x = a; return Symbol() } finally { var a = 3; log(typeof a) }
} });
made(11, () => class extends A { constructor() { try { return 1 } finally { super() } } });
made(12, () => class extends A { constructor() {
  super(); this.x = 1; try { return (() => { try { return 5 } finally { } })() ? this : 0 }
  finally { try { throw 1 } catch { } }
} });
made(13, () => class extends A { constructor() {
  'use strict'; super(); eval('this.x = 3'); try { return eval('1') } finally { }
} });
made(14, () => class extends A { constructor() { super(); this.x = 3; try { if (0) return 1 } finally { } } });
made(15, () => class extends A { constructor() {
  super(); this.x = 3; try { if (0) return 1; throw new RangeError('r') } finally { log('end') }
} });

// A value that was not returned in the end does not count.
made(16, () => class extends A { constructor() { super(); l: try { return 1 } finally { break l } return this } });
made(17, () => class extends A {
  constructor() { super(); for (const x of [1, 2]) { try { return x } finally { continue } } return }
});
made(18, () => class extends A {
  constructor() { super(); try { try { return 1 } finally { throw 2 } } catch { this.x = 1 } return { x: 5 } }
});
// Without a space after `return`, as minifiers write.
made(19, () => class extends A { constructor(){super();this.x=1;try{return(0,{x:2})}catch{}} });
made(20, () => class extends A { constructor(){super();this.x=1;return[1]} });
made(21, () => class extends A { constructor(){super();this.x=1;try{return/x/}finally{}} });
made(22, () => class extends A { constructor(){super();this.x=1;return(0,1)} });

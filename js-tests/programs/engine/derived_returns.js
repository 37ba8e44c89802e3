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

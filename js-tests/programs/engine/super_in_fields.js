// super in initializers of fields: the engine looks in the parent class, not in its prototype.
class A { m() { return 'A' } get g() { return this.x } static m() { return 'static' } }
class C extends A {
  x = 1
  f = () => super.m()
  g2 = super.g; 'quoted name' = () => super.m(); #p = () => super.m(); ['computed' + 1] = () => super.m()
  static s = () => super.m()
  async = super.m()
  nested = { inner: class extends A { y = super.m() } };
  plain = () => 1
  fn = function () { return typeof this }
  last = super.m
  names() { return [this.f.name, this['quoted name'].name, this.#p.name, this.#p()] }
}
const c = new C();
console.log(c.f(), c.g2, c['quoted name'](), c.computed1(), C.s(), c.async);
console.log(new c.nested.inner().y, c.last(), c.names());
console.log(Object.keys(c).join());

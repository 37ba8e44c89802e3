class A {}
class B extends A {
  constructor() {
    super();
    super();
  }
}
new B();

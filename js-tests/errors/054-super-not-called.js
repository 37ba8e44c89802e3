class A {}
class B extends A {
  constructor() {
    this.x = 1;
  }
}
new B();

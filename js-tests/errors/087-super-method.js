class A {}
class B extends A {
  run() {
    const speed = 2;
    return super.run(speed);
  }
}
new B().run();

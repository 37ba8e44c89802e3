function f() {
  throw
    new Error('x');
}

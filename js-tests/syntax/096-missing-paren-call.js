function f(n) {
  console.log(n;
  return n;
}

function f(n) {
  if (n) {
    console.log(n);
}
f(1);

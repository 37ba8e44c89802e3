function f() {
  const timer;
  timer = setTimeout(f, 10);
}

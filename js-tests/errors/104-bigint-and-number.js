function add(a, b) {
  const c = a + b;
  return c;
}
add(1n, 2);

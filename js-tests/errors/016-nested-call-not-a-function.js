function compute(f, g) {
  return f(g(1), 2);
}
compute(x => x, 'no');

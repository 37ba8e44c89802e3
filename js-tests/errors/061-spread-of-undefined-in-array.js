function join(a, b) {
  return [...a, ...b];
}
join([1]);

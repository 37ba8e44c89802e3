function times(n) {
  let sum = 0;
  for (const i of n) sum += i;
  return sum;
}
times(3);

function pair(value) {
  let first, second;
  [first, second] = value;
  return first + second;
}
pair(7);

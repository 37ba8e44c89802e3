function pair(value) {
  const [left, right] = value;
  return left + right;
}
pair(undefined);

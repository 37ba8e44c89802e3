function has(key, target) {
  return key in target;
}
has('a', 'abc');

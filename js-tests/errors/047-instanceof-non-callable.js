function check(value, kind) {
  return value instanceof kind;
}
check({}, {});

const kind = () => {};
function check(value) {
  return value instanceof kind;
}
check({});

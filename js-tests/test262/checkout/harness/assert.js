// A part of the functions that the real file has.
class Test262Error extends Error {}
function assert(value, message) {
  if (value !== true) throw new Test262Error(message);
}
assert.sameValue = (actual, expected) =>
  assert(Object.is(actual, expected), `${String(actual)}, not ${String(expected)}`);

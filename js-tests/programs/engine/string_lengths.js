// A string that would be too long causes a RangeError. Everything else follows the standard.
const result = f => {
  try {
    const value = f();
    return typeof value === 'string' && value.length > 40 ? `length ${value.length}` : value;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const show = (...functions) => functions.forEach(f => console.log(String(f).slice(6), '→', result(f)));

show(
  () => 'x'.repeat(2 ** 31),
  () => 'xy'.repeat(2 ** 28),
  () => 'x'.repeat(2 ** 53),
  () => 'x'.repeat(2 ** 80),
  () => ''.repeat(2 ** 53),
  () => 'x'.repeat(0),
  () => 'x'.repeat(-1),
  () => 'x'.repeat(Infinity),
  () => ''.repeat(Infinity),
  () => 'ab'.repeat(2.9),
  () => 'ab'.repeat('2'),
  () => 'ab'.repeat(),
  () => 'ä\u2192'.repeat(2),
  () => 'x'.repeat(1e7),
  () => String.prototype.repeat.call(null, 1),
  () => String.prototype.repeat.call(12, 2),
  () => 'x'.repeat(Symbol()),
);
show(
  () => 'x'.padStart(2 ** 31),
  () => 'x'.padEnd(2 ** 29 - 23),
  () => 'x'.padEnd(Infinity),
  () => 'x'.padStart(2 ** 31, ''),
  () => 'abc'.padStart(10, '12'),
  () => 'abc'.padEnd(10, '\u2192ä'),
  () => 'abc'.padEnd(5) + '|',
  () => 'abc'.padStart(2, 'x'),
  () => 'abc'.padStart(-1, { toString() { throw 'not asked' } }),
  () => 'abc'.padStart(),
  () => 'abc'.padStart(6, undefined),
  () => 'abc'.padEnd(6, null),
  () => String.prototype.padEnd.call(undefined, 1),
  () => 'x'.padStart(1e7, 'ab'),
);
for (const name of ['repeat', 'padStart', 'padEnd']) {
  const { value, ...flags } = Object.getOwnPropertyDescriptor(String.prototype, name);
  console.log(value.name, value.length, 'prototype' in value, JSON.stringify(flags), result(() => new value()));
}

'use strict';
// Programs and tests look for these messages.

const frozen = Object.freeze([1, 2]);
const locked = Object.freeze({ a: 1 });
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
const running = (function* () {
  running.next();
})();

const programs = [
  () => frozen.push(3),
  () => frozen.pop(),
  () => frozen.sort(),
  () => (locked.a = 2),
  () => Object.defineProperty(locked, 'a', { value: 2 }),
  () => Object.defineProperty(1, 'a', {}),
  () => Object.keys(null),
  () => proxy.a,
  () => Object.keys(proxy),
  () => new Array(-1),
  () => ([].length = -1),
  () => [].reduce((a, b) => a + b),
  () => [].every(),
  () => 1n / 0n,
  () => BigInt(1.5),
  () => BigInt('x'),
  () => BigInt(undefined),
  () => Math.max(1n),
  () => +Symbol('a'),
  () => `${Object.create(null)}`,
  () => decodeURIComponent('%'),
  () => String.fromCodePoint(-1),
  () => String.prototype.trim.call(null),
  () => 'a'.replaceAll(/a/, ''),
  () => (1).toString(37),
  () => (1).toPrecision(0),
  () => Map(),
  () => Map.prototype.get.call({}, 1),
  () => Number.prototype.valueOf.call('1'),
  () => Date.prototype.getTime.call({}),
  () => new WeakMap().set(1, 1),
  () => new WeakSet().add(1),
  () => running.next(),
  () => Promise(() => {}),
  () => new RegExp('('),
  () => JSON.parse('{a}'),
  () => JSON.parse('<html>'),
  () => JSON.parse(''),
];
for (const program of programs) {
  try {
    program();
    console.log(`${program}: no error`);
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
}

// The messages of the program stay as they are.
for (const text of ['invalid array length', 'not a function']) {
  try {
    throw new TypeError(text);
  } catch (error) {
    console.log(error.message);
  }
}

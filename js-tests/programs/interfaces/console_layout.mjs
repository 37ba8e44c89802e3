// Random values, on the lines and in the columns where Node puts them.

let seed = 7;
const random = n => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >> 8) % n;
};
const word = () => 'abcdefghijklmnop'.slice(0, 1 + random(12)).repeat(1 + random(3));
const times = (n, f) => Array.from({ length: n }, (_, index) => f(index));
class Foo {}

const primitives = [null, undefined, true, 1n, NaN, -0, Symbol('s'), 1.5e30];
const small = [() => ({}), () => [], () => new Map(), () => new Foo(), () => /a/g, () => new Date(0), () => Foo];
const named = (target, depth) => {
  times(random(6), index => (target[word() + index] = value(depth)));
  return target;
};
const kinds = [
  () => random(100_000) * (random(2) ? 1 : -1),
  () => word(),
  () => primitives[random(primitives.length)],
  () => small[random(small.length)](),
  depth => times(random(random(3) ? 6 : 30), () => (random(3) ? value(depth + 1) : random(1_000))),
  depth => new Map(times(random(5), () => [value(depth + 2), value(depth + 1)])),
  depth => new Set(times(random(9), () => value(depth + 1))),
  depth => named(new Foo(), depth + 1),
  depth => named({}, depth + 1),
];
const value = depth => kinds[random(depth > 3 ? 4 : kinds.length)](depth);

for (let index = 0; index < 120; index++) console.log(value(0));
const lists = [i => i, i => i * i, i => 'x'.repeat(i % 7), i => String(i), i => [i], i => (i % 3 ? i : 'a'), BigInt];
for (const list of lists) for (const length of [6, 7, 20, 99, 101, 130]) console.log(times(length, list));
console.log(new Uint8Array(130).map((_, index) => index * 3), [new Float64Array(9)]);
class Long extends Map {}
console.log(new Long([[1, 2]]), { ['__proto__']: 3 }, ['\ud83d', 'x\udc00y', '👍']);

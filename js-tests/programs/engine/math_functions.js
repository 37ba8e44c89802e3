// The last digits of functions of `Math`, for numbers of several sizes.

let seed = 1;
const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
const numbers = [() => random() * 2 - 1, () => random() * 10, () => Math.floor(random() * 100),
  () => (random() - 0.5) * 1000, () => random() * 1e-5];

// Of numbers that are not in the domain of a function, the sign of the NaN is open.
const bits = new DataView(new ArrayBuffer(8));
for (const name of ['tan', 'asin', 'acos', 'atan', 'expm1', 'log2', 'atan2', 'hypot']) {
  let hash = 0;
  for (let round = 0; round < 2000; round++) {
    const [x, y] = [numbers[round % 5](), numbers[round % 3]()];
    const result = name === 'atan2' || name === 'hypot' ? Math[name](x, y) : Math[name](x);
    bits.setFloat64(0, Number.isNaN(result) ? 0 : result);
    hash = (hash * 31 + bits.getInt32(0)) * 31 + bits.getInt32(4) | 0;
  }
  console.log(name, Math[name].length, hash);
}

const lists = [[], [-0], [NaN, -Infinity], [1, NaN], [3, 4, 12], [1e300, 1e300], [5e-324], ['3', { valueOf: () => 4 }]];
for (const list of lists) console.log(Math.hypot(...list));
for (const name of ['sin', 'cos', 'sinh', 'cosh', 'asinh', 'acosh', 'exp', 'log', 'tan', 'atan']) {
  console.log(name, [0, -0, 1, -1, 2.5, Infinity, -Infinity, NaN, undefined, null, '2', true].map(Math[name]));
}
console.log([-102303.11751365662, -1e5, -16385, 0.5, 1].map(Math.acosh));
try { Math.sin(1n); } catch (error) { console.log(error.name); }
try { Math.hypot(Symbol()); } catch (error) { console.log(error.name); }

// Object patterns in array patterns in loops, rest elements that are properties, and, at the end, texts that end with
// `async`. The output is that of Node.

for (const queue of [[{ n: 1 }], new Set([{ n: 2 }])]) {
  queue.length;
  const [{ n }] = queue;
  let [, { n: other } = { n: 'none' }, ...rest] = queue;
  console.log(n, other, rest.length);
}

(async () => {
  const failing = { [Symbol.iterator]: () => ({ next() { throw new Error('from next'); } }) };
  for (const x of [1, 2]) {
    try { x.length; const [{ n = await 1 }] = failing; } catch (error) { console.log(error.message); }
    const [{ n = await 5 }] = [{}], [y = 3] = [];
    console.log(x, n, y);
  }
})();

for (const text of ['const [a, b] = undefined', 'const [a, b] = 5', 'let a, b; [a, b] = {}', 'let [a, { b }] = [1]']) {
  try { (0, eval)(text); } catch (error) { console.log(error.name); }
}

const key = 'z', box = { rest: null, set other(value) { this.rest = value; } };
let z, y;
({ [key]: z, ...box.rest } = { z: 1, y: 2 });
console.log(z, box.rest);
({ [key]: z, y, ...box['other'] } = { z: 3, y: 4, x: 5 });
console.log(z, y, box.rest);
[{ [key]: z, ...box.rest }] = [{ z: 6, w: 7 }];
console.log(z, box.rest);
for ({ [key]: z, ...box.rest } of [{ z: 8, v: 9 }]) console.log(z, box.rest);
class Keeper {
  #rest;
  take(object) { return ({ [key]: z, ...this.#rest } = object) === object && this.#rest; }
}
console.log(new Keeper().take({ z: 10, u: 11 }), z);

globalThis.async = 12;
console.log(eval('async'), eval('1 + async // end'), new Function('let async = 13; return async')());
console.log((0, eval)('async'));

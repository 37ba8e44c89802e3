// Iterators that would go on after they are done, rest elements that are properties, and texts that end with `async`.
// The output is that of Node.

const log = [];
let steps = 0;
const iterator = (last, then) => ({
  [Symbol.iterator]: () => {
    steps = 0;
    return {
      next: () => (++steps > last ? then() : { value: steps, done: steps === last }),
      return() { log.push('closed'); return {}; },
    };
  },
});
const again = iterator(2, () => ({ value: 'again', done: false }));
const throwing = iterator(1, () => { throw new Error('called again'); });

{
  const [a, b, c] = again;
  console.log(a, b, c, steps, log.splice(0));
  let d, e, rest;
  [d, e, ...rest] = again;
  console.log(d, e, rest, steps, log.splice(0));
  [, , d] = throwing;
  console.log(d, steps, log.splice(0));
  const [f] = iterator(5, null);
  console.log(f, steps, log.splice(0));
  var [g, { h } = { h: 'default' }] = throwing;
  console.log(g, h, steps, log.splice(0));
}

for (const queue of [[{ n: 1 }], new Set([{ n: 2 }])]) {
  queue.length;
  const [{ n }] = queue;
  let [, { n: other } = { n: 'none' }, ...rest] = queue;
  console.log(n, other, rest.length);
}

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

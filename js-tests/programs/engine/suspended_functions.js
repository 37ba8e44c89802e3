// Patterns and conditions of `case` that contain `yield` or `await`, and generators that end in a loop over an array.
// The results are those of Node.

const object = () => ({ a: { b: undefined }, c: 2, d: [1] });
const all = (generator, ...values) => [generator.next(), ...values.map(value => generator.next(value))];
const once = generator => [generator.next(), generator.return(5)];
const log = [];
let closed = 0;
const closing = { next: () => ({ value: 1 }), return: () => (closed++, {}) };
const prototype = Object.getPrototypeOf([][Symbol.iterator]());
function* each(values) {
  for (const value of values) yield value;
}

const programs = [
  async () => {
    const { a: { b = await 3 }, ...rest } = object();
    return [b, rest];
  },
  async () => {
    let b, rest;
    ({ a: { b = await 3 }, ...rest } = object());
    return [b, rest];
  },
  () => all((function* () {
    const { a: { b = yield 3 }, d: [e], ...rest } = object();
    return [b, e, rest];
  })(), 7),
  () => all((function* () {
    let b, e, rest;
    ({ a: { b = yield 3 }, 'd': [e], ...rest } = object());
    return [b, e, rest];
  })(), 7),
  () => all((function* (x) {
    switch (5) {
      case (x => x)(yield 4): return 'same' + x;
    }
  })(1), 5),
  async (x = 1) => {
    switch (5) {
      case (x => x)(await 5): return 'same' + x;
    }
  },
  async (x = 1) => {
    switch (5) {
      case await (async x => await x)(5): return 'same' + x;
    }
  },
  () => all((function* (x) {
    switch (5) {
      case (x => x + this.z)(yield 4): return 'same' + x;
    }
  }).call({ z: 1 }, 1), 4),
  () => once((function* (x) {
    try {
      switch (5) {
        case (x => x)(yield 4): return 'same' + x;
      }
    } finally {
      log.push('finally');
    }
  })(1)),
  () => [[1, 2], new Set([3]), 'ab'].map(values => [...each(values)]),
  () => once(each(Object.assign([1, 2], { [Symbol.iterator]: () => closing }))),
  () => {
    prototype.return = closing.return;
    const results = once(each([1, 2]));
    delete prototype.return;
    return results;
  },
  () => [...each((class extends Array { *[Symbol.iterator]() { yield 8; } }).of(1, 2))],
  () => {
    const generator = (function* () {
      for (const [key, value] of Object.entries({ a: 1 })) {
        yield key;
        try { yield value; } finally { yield 'finally'; }
      }
    })();
    return [...all(generator, 0), generator.return(4), generator.next()];
  },
];

(async () => {
  for (const program of programs) console.log(JSON.stringify(await program()), log.length, closed);
})();

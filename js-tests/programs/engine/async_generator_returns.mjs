// `return()` of asynchronous generators closes the iterators of their loops.

const log = console.log;
const nums = (n, name, opts = {}) => ({
  i: 0,
  [opts.sync ? Symbol.iterator : Symbol.asyncIterator]() {
    return this;
  },
  next() {
    const v = this.i < n ? { value: this.i++, done: false } : { value: undefined, done: true };
    if (opts.fail === this.i) throw 'fail';
    return opts.sync ? v : Promise.resolve(v);
  },
  ...(opts.none
    ? {}
    : {
        return(v) {
          log('closed', name, v);
          if (opts.throws) throw 'closing ' + name;
          return opts.sync ? { value: v } : Promise.resolve(opts.bad ? 1 : { value: v });
        },
      }),
});
const t = async (name, f, calls) => {
  const g = f();
  for (const [m, v] of calls) {
    try {
      log(name, m, await g[m](v));
    } catch (e) {
      log(name, m, 'threw', e?.message ?? e);
    }
  }
};
await t(
  'a',
  async function* () {
    for await (const x of nums(3, 'a')) yield x;
  },
  [['next'], ['return', 7], ['next']],
);
await t(
  'b',
  async function* () {
    try {
      for await (const x of nums(3, 'b')) yield x;
    } finally {
      log('outer');
    }
  },
  [['next'], ['return', 7], ['next']],
);
await t(
  'c',
  async function* () {
    for (const x of nums(3, 'c', { sync: 1 })) yield x;
  },
  [['next'], ['return', 7]],
);
await t(
  'd',
  async function* () {
    for await (const x of nums(3, 'd', { sync: 1 })) yield x;
  },
  [['next'], ['return', 7]],
);
await t(
  'e',
  async function* () {
    for await (const x of nums(3, 'e', { throws: 1 })) yield x;
  },
  [['next'], ['return', 7]],
);
await t(
  'f',
  async function* () {
    try {
      for await (const x of nums(3, 'f', { throws: 1 })) yield x;
    } finally {
      log('user');
    }
  },
  [['next'], ['return', 7]],
);
await t(
  'g',
  async function* () {
    for await (const x of nums(3, 'g', { none: 1 })) yield x;
  },
  [['next'], ['return', 7]],
);
await t(
  'i',
  async function* () {
    for await (const x of nums(1, 'i')) yield x;
    yield 'after';
  },
  [['next'], ['next'], ['return', 7]],
);
await t(
  'j',
  async function* () {
    try {
      for await (const x of nums(3, 'j', { fail: 2 })) yield x;
    } catch (e) {
      yield e;
    }
  },
  [['next'], ['next'], ['return', 7]],
);
await t(
  'k',
  async function* () {
    for await (const x of nums(3, 'k1'))
      for await (const y of nums(3, 'k2')) for (const z of nums(2, 'k3', { sync: 1 })) yield [x, y, z];
  },
  [['next'], ['return', 7]],
);
await t(
  'l',
  async function* () {
    for await (const x of nums(3, 'l1')) {
      try {
        for await (const y of nums(3, 'l2')) {
          yield y;
          break;
        }
        yield 'between';
      } finally {
        log('fin');
      }
    }
  },
  [['next'], ['next'], ['return', 7]],
);
await t(
  'm',
  async function* () {
    for await (const x of nums(3, 'm')) {
      try {
        yield x;
      } finally {
        continue;
      }
    }
  },
  [['next'], ['return', 7], ['next'], ['next']],
);
await t(
  'n',
  async function* () {
    try {
      for await (const x of nums(3, 'n')) yield x;
    } finally {
      yield 'late';
    }
  },
  [['next'], ['return', 7], ['next'], ['next']],
);
const order = [];

(async () => {
  for await (const x of (async function* () {
    for await (const y of nums(2, 'o')) yield y;
  })()) {
    order.push(x);
    if (x) break;
  }
  order.push('end');
})();
for (let i = 0; i < 30; i++) {
  await null;
  order.push('t');
}
log(order.join(' '));

const o = { a: 1 };
const p = o satisfies object;

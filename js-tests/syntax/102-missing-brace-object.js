const n = 1;
const o = { a: 1, b: [1, 2, 3];
console.log(o);

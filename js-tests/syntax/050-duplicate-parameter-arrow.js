const a = 1;
const add = (x, x) => x + x;

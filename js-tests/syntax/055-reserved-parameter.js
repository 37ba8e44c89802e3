const x = 1;
const add = (a, default) => a;

const n = 1;
const list = [1, 2, 3;
console.log(list);

const n = 4;
const list = [...n];
console.log(list);

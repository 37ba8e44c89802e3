const entries = { a: 1 };
const most = Math.max(...entries);
console.log(most);

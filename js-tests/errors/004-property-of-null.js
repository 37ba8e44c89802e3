const match = /b/.exec('a');
const first = match[0];
console.log(first);

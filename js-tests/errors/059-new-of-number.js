const five = 5;
const n = new five;
console.log(n);

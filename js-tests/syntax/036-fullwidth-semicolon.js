const delay = 10;
console.log(delay)；

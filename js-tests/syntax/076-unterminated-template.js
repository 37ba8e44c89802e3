const a = 1;
console.log(`hello ${a});
console.log(a);

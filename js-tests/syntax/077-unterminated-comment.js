const a = 1;
/* the rest is disabled
console.log(a);

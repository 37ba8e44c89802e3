const n = 1;
setTimeout(() => {
  console.log(n);
}, 100

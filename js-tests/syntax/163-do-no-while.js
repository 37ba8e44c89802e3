let n = 1;
do {
  n++;
} 
console.log(n);

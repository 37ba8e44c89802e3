const n = 3;
else if (n > 2) {
  console.log(n);
}

let n = 3;
whlie (n > 0) {
  n--;
}

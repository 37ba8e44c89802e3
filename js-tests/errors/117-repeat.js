function line(width) {
  return '-'.repeat(width);
}
line(-1);

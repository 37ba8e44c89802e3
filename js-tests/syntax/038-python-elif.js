const n = 2;
if (n > 3) {
  stop();
} elif (n > 1) {
  go();
}

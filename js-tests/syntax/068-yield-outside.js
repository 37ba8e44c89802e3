function steps() {
  const n = 1;
  yield n;
}

function start() {
  const n = 1;
  launch(n);
}
start();

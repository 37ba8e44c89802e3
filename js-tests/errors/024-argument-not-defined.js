function start() {
  console.log('a', missing);
}
start();

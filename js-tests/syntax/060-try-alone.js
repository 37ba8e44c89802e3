function f() {
  try {
    run();
  }
  console.log('done');
}

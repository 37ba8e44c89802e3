function log(args) {
  console.log(...args);
}
log(undefined);

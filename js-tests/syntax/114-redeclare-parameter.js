function f(delay) {
  let delay = 5;
}

// always: three<one
// A timer that is set in the callback of the sixth nested timer waits for four milliseconds at least.
function nest(depth) {
  if (depth < 6) return setTimeout(nest, 0, depth + 1);
  setTimeout(() => console.log('three'), 3);
  setTimeout(() => console.log('one'), 1);
}
nest(0);

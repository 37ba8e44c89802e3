// always:
// A timer that is set in the callback of the fifth nested timer is not clamped.
function nest(depth) {
  if (depth < 5) return setTimeout(nest, 0, depth + 1);
  setTimeout(() => console.log('three'), 3);
  setTimeout(() => console.log('one'), 1);
}
nest(0);

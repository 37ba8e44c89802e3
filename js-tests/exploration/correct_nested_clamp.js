// correct: a timer that is set at a nesting level above 5 waits at least 4 ms, whatever its delay (HTML 8.6,
//   timer initialization step 5).
const waits = [];

function next(start) {
  waits.push(performance.now() - start);
  if (waits.length < 10) setTimeout(next, 0, performance.now());
  else check();
}
function check() {
  for (const [level, wait] of waits.entries()) {
    if (level > 5 && wait < 3.99) throw new Error(`the timer at nesting level ${level} waited only ${wait} ms`);
  }
}
setTimeout(next, 0, performance.now());

// needs: intent
// depth: 1
// fails: a tick is 6 ms or more late, or the stop (35 ms) is 5 ms or more late; only the first tick is ordered
//   before the stop, later rounds start later.
let ticks = 0;

function startClock() {
  return setInterval(() => { ticks++; }, 10);
}
function stopClock(clock) {
  clearInterval(clock);
  if (ticks !== 3) throw new Error(`expected 3 ticks, counted ${ticks}`);
}
const clock = startClock();
setTimeout(() => stopClock(clock), 35);

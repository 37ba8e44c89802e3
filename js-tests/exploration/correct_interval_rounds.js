// correct: each round of an interval starts to wait after the callback of the round before, so a timeout of the
//   same delay set in that callback fires first, and rounds are at least a delay apart (HTML 8.6, timer
//   initialization steps, repeat).
const DELAY = 10;
const log = [];
let last = performance.now();
let rounds = 0;

const interval = setInterval(() => {
  const now = performance.now();
  if (now - last < DELAY - 0.01) throw new Error(`round ${rounds + 1} came ${now - last} ms after the one before`);
  last = now;
  rounds++;
  log.push(`round ${rounds}`);
  setTimeout(round => log.push(`timeout ${round}`), DELAY, rounds);
  if (rounds < 4) return;
  clearInterval(interval);
  const expected = 'round 1,timeout 1,round 2,timeout 2,round 3,timeout 3,round 4';
  if (log.join() !== expected) throw new Error(log.join());
}, DELAY);

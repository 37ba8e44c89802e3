// correct: an idle callback with a timeout runs once; if didTimeout is true, the timeout is over and no time
//   remains (Cooperative Scheduling of Background Tasks, invoke idle callback timeout algorithm).
let runs = 0;

function request(timeout) {
  const start = performance.now();
  return new Promise(resolve => requestIdleCallback(deadline => {
    runs++;
    const elapsed = performance.now() - start;
    if (deadline.didTimeout && elapsed < timeout - 0.01) throw new Error(`timed out after ${elapsed} of ${timeout} ms`);
    if (deadline.didTimeout && deadline.timeRemaining() > 0) throw new Error('timed out, but has time left');
    resolve();
  }, { timeout }));
}
for (const delay of [0, 15, 30, 300]) setTimeout(() => {}, delay);
Promise.all([20, 20, 35].map(request)).then(() => scheduler.postTask(() => {
  if (runs !== 3) throw new Error(`3 callbacks ran ${runs} times`);
}, { delay: 60, priority: 'background' }));

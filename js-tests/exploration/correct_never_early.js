// correct: no timer fires before its delay is over: timeouts, intervals, delayed tasks and abort timeouts wait
//   at least so long (HTML 8.6, run steps after a timeout, step 4.1; Scheduling APIs, postTask; DOM,
//   AbortSignal.timeout).
function expectElapsed(name, delay) {
  const start = performance.now();
  return () => {
    const elapsed = performance.now() - start;
    if (elapsed < delay - 0.01) throw new Error(`${name} of ${delay} ms fired after ${elapsed} ms`);
  };
}
for (const delay of [40, 7, 25, 1, 90]) {
  setTimeout(expectElapsed('timeout', delay), delay);
  scheduler.postTask(expectElapsed('delayed task', delay), { delay, priority: 'user-blocking' });
  AbortSignal.timeout(delay).addEventListener('abort', expectElapsed('abort timeout', delay));
  const check = expectElapsed('interval', delay);
  const interval = setInterval(() => {
    clearInterval(interval);
    check();
  }, delay);
}

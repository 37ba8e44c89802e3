// Two tasks of over 50 ms, by the clock of the loop, and a late timer.
const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
scheduler.postTask(function heavy() { busy(120); }, { priority: 'user-blocking' });
scheduler.postTask(function light() { busy(10); });
setTimeout(function late() {}, 20);
scheduler.postTask(function heavyMicrotasks() { Promise.resolve().then(() => busy(80)); }, { priority: 'background' });

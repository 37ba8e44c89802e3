// Shows: timers-run-in-batches
// chromium: 0, visible, 5
// firefox: 5, visible, 0
// polyfill: 0, visible, 5

setTimeout(() => log('5'), 5);
const t = performance.now(); while (performance.now() - t < 20);
setTimeout(() => log('0'), 0);
scheduler.postTask(() => log('visible'));

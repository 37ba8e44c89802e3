// Shows: delayed-task-keeps-age
// chromium: later, delayed
// firefox: delayed, later
// polyfill: later, delayed

scheduler.postTask(() => log('delayed'), { priority: 'background', delay: 10 });
setTimeout(() => {
  scheduler.postTask(() => log('later'), { priority: 'background' });
  const t = performance.now(); while (performance.now() - t < 20);
}, 0);

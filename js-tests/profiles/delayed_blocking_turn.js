// Shows: delayed-task-waits-for-timer-turn
// chromium: delayed blocking, visible task, timer
// firefox: visible task, timer, delayed blocking
// polyfill: visible task, timer, delayed blocking

scheduler.postTask(() => log('delayed blocking'), { priority: 'user-blocking', delay: 10 });
setTimeout(() => {
  scheduler.postTask(() => log('visible task'));
  setTimeout(() => log('timer'), 0);
  const t = performance.now(); while (performance.now() - t < 20);
}, 5);

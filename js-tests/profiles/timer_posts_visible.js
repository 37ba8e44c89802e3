// Shows: timers-run-in-batches
// chromium: timer 1, timer 2, timer 3, visible task
// firefox: timer 1, visible task, timer 2, timer 3
// polyfill: timer 1, timer 2, timer 3, visible task

setTimeout(() => { log('timer 1'); scheduler.postTask(() => log('visible task')); }, 0);
setTimeout(() => log('timer 2'), 0);
setTimeout(() => log('timer 3'), 0);

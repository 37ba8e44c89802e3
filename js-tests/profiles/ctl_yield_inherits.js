// Shows: no-inheritance
// chromium: visible task, continuation
// firefox: visible task, continuation
// polyfill: continuation, visible task

scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  await scheduler.yield();
  log('continuation');
}, { priority: 'background' });

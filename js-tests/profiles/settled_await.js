// Shows: settled-promise-loses-state
// chromium: visible task, continuation
// firefox: continuation, visible task
// polyfill: continuation, visible task

scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  await 0;
  await scheduler.yield();
  log('continuation');
}, { priority: 'background' });

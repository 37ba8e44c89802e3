// Shows: skipped-await-keeps-state
// chromium: visible task, visible 2, continuation
// firefox: visible task, visible 2, continuation
// polyfill: continuation, visible task, visible 2

scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  await scheduler.yield();
  scheduler.postTask(() => log('visible 2'));
  await 0;
  await scheduler.yield();
  log('continuation');
}, { priority: 'background' });

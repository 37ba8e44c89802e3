// Shows: thenable-job-loses-state
// chromium: visible task, continuation
// firefox: continuation, visible task
// polyfill: continuation, visible task

scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  await { then(r) { scheduler.yield().then(r); } };
  log('continuation');
}, { priority: 'background' });

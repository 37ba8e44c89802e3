// Shows: queue-microtask-carries-no-state
// chromium: visible task, continuation
// firefox: continuation, visible task
// polyfill: continuation, visible task

scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  Promise.resolve().then(() => {});
  await new Promise(r => queueMicrotask(() => scheduler.yield().then(r)));
  log('continuation');
}, { priority: 'background' });

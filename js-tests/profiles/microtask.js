// Shows: queue-microtask-carries-no-state
// chromium: visible task, continuation
// firefox: visible task, continuation
// polyfill: continuation, visible task

scheduler.postTask(async () => {
  scheduler.postTask(() => log('visible task'));
  await new Promise(r => queueMicrotask(() => scheduler.yield().then(r)));
  log('continuation');
}, { priority: 'background' });

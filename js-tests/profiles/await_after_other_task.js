// Shows: settled-promise-loses-state, after a task whose last microtask resumes an async function
// chromium: a, b, c
// firefox: a, c, b

scheduler.postTask(async () => {
  await null;
  log('a');
});
scheduler.postTask(async () => {
  scheduler.postTask(() => log('b'));
  await null;
  await scheduler.yield();
  log('c');
}, { priority: 'background' });

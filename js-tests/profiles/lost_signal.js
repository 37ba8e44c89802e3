// Shows: settled-promise-loses-state
// chromium: aborted
// firefox: aborted, not aborted
// polyfill: not aborted

const c = new TaskController();
scheduler.postTask(async () => {
  await 0;
  c.abort();
  await scheduler.yield();
  log('not aborted');
}, { signal: c.signal }).catch(() => log('aborted'));

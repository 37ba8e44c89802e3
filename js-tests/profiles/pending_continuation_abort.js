// Shows: no-inheritance
// chromium: continuation aborted
// firefox: continuation aborted
// polyfill: resumed

const c = new TaskController({ priority: 'background' });
scheduler.postTask(async () => {
  setTimeout(() => c.abort(), 0);
  try { await scheduler.yield(); log('resumed'); } catch { log('continuation aborted'); }
}, { signal: c.signal }).catch(() => log('aborted'));

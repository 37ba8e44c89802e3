// Shows: yield-ignores-options
// chromium: resumed
// firefox: resumed
// polyfill: resumed

const c = new TaskController();
scheduler.yield({ signal: c.signal }).then(() => log('resumed'), () => log('aborted'));
c.abort();

// Shows: signal-with-priority-is-not-fixed
// chromium: visible, fixed background
// firefox: visible, fixed background
// polyfill: fixed background, visible

const c = new TaskController({ priority: 'background' });
scheduler.postTask(() => log('fixed background'), { signal: c.signal, priority: 'background' });
scheduler.postTask(() => log('visible'));
c.setPriority('user-blocking');

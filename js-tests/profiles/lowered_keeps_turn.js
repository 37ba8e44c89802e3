// Shows: priority-change-moves-no-turn
// chromium: timer, task
// firefox: task, timer
// polyfill: task, timer

const c = new TaskController({ priority: 'user-blocking' });
scheduler.postTask(() => log('task'), { signal: c.signal });
setTimeout(() => log('timer'), 0);
c.setPriority('background');

// Shows: priority-change-moves-no-turn, background-is-idle
// chromium: task, timer
// firefox: timer, task
// polyfill: timer, task

const c = new TaskController({ priority: 'background' });
scheduler.postTask(() => log('task'), { signal: c.signal });
setTimeout(() => log('timer'), 0);
c.setPriority('user-blocking');

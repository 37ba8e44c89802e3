// Shows: priority-change-moves-no-turn, one-turn-at-a-time, turn-runs-best-task
// chromium: task, visible task, timer
// firefox: task, timer, visible task
// polyfill: task, timer, visible task

const c = new TaskController({ priority: 'background' });
scheduler.postTask(() => log('task'), { signal: c.signal });
scheduler.postTask(() => log('visible task'));
setTimeout(() => log('timer'), 0);
c.setPriority('user-blocking');

// Shows: aborted-task-leaves-its-turn, turn-runs-best-task
// chromium: rejected, timer, visible task
// firefox: rejected, visible task, timer
// polyfill: rejected, timer, visible task

const c = new TaskController({ priority: 'user-blocking' });
setTimeout(() => log('timer'), 0);
scheduler.postTask(() => log('aborted task'), { signal: c.signal }).catch(() => log('rejected'));
scheduler.postTask(() => log('visible task'));
c.abort();

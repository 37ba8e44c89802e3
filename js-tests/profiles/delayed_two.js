// Shows: delayed-task-runs-in-its-timer
// chromium: blocking, visible, background
// firefox: visible, blocking, background
// polyfill: visible, background, blocking

scheduler.postTask(() => log('visible'), { delay: 10 });
scheduler.postTask(() => log('background'), { delay: 10, priority: 'background' });
scheduler.postTask(() => log('blocking'), { delay: 10, priority: 'user-blocking' });

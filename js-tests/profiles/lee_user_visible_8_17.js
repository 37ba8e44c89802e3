// Shows: delayed-tasks-have-leeway
// chromium: delayed 8, timer 17
// firefox: delayed 8, timer 17
// polyfill: delayed 8, timer 17

scheduler.postTask(() => log('delayed 8'), { delay: 8, priority: 'user-visible' });
setTimeout(() => log('timer 17'), 17);

// Shows: delayed-tasks-have-leeway
// chromium: timer 17, delayed 11
// firefox: delayed 11, timer 17
// polyfill: delayed 11, timer 17

scheduler.postTask(() => log('delayed 11'), { delay: 11 });
setTimeout(() => log('timer 17'), 17);

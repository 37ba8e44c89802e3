// Shows: delayed-tasks-have-leeway
// chromium: delayed 32, timer 34
// firefox: delayed 32, timer 34
// polyfill: delayed 32, timer 34

setTimeout(() => log('timer 34'), 34);
scheduler.postTask(() => log('delayed 32'), { delay: 32 });

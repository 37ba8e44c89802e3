// Shows: delayed-tasks-have-leeway
// chromium: delayed 14 blocking, timer 16, delayed 10
// firefox: delayed 10, delayed 14 blocking, timer 16
// polyfill: delayed 10, delayed 14 blocking, timer 16

scheduler.postTask(() => log('delayed 10'), { delay: 10 });
scheduler.postTask(() => log('delayed 14 blocking'), { delay: 14, priority: 'user-blocking' });
setTimeout(() => log('timer 16'), 16);

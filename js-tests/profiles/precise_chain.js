// Shows: delayed-tasks-have-leeway
// chromium: timer 50+24, timer 70
// firefox: timer 70, timer 50+24
// polyfill: timer 50+24, timer 70

setTimeout(() => log('timer 70'), 70);
setTimeout(() => setTimeout(() => log('timer 50+24'), 24), 50);

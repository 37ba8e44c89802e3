// Shows: newest-idle-callback-waits
// chromium: idle 0, idle 1, timer
// firefox: idle 0, timer, idle 1
// polyfill: idle 0, idle 1, timer

for (let i = 0; i < 2; i++) requestIdleCallback(() => log('idle ' + i));
setTimeout(() => log('timer'), 20);

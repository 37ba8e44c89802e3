// Shows: background-is-idle
// chromium: timer, background, idle
// firefox: timer, background, idle
// polyfill: timer, idle, background

requestIdleCallback(() => log('idle'));
scheduler.postTask(() => log('background'), { priority: 'background' });
setTimeout(() => log('timer'), 0);

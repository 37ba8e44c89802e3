// Shows: delayed-task-waits-for-timer-turn, delayed-task-runs-in-its-timer
// chromium: timer, unhandled, delayed
// firefox: timer, delayed, unhandled
// polyfill: timer, delayed, unhandled

addEventListener('unhandledrejection', e => { e.preventDefault(); log('unhandled'); });
setTimeout(() => { log('timer'); Promise.reject(0); }, 10);
scheduler.postTask(() => log('delayed'), { delay: 10, priority: 'background' });
const t = performance.now(); while (performance.now() - t < 20);

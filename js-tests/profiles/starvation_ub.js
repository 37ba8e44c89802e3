// Shows: one-turn-at-a-time
// chromium: loop over, timer false, background false
// firefox: loop over, timer false, background false
// polyfill: timer true, loop over, background false

let n = 0;
(function f() { if (n++ < 300) scheduler.postTask(f, { priority: 'user-blocking' }); else log('loop over'); })();
setTimeout(() => log('timer ' + (n < 300)), 0);
scheduler.postTask(() => log('background ' + (n < 300)), { priority: 'background' });

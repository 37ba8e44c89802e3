// Shows: timers-run-in-batches
// chromium: timer 1, timer 2, message
// firefox: timer 1, message, timer 2
// polyfill: timer 1, timer 2, message

const m = new MessageChannel();
m.port1.onmessage = () => log('message');
setTimeout(() => {
  m.port2.postMessage(0);
  log('timer 1');
  const t = performance.now(); while (performance.now() - t < 8);
}, 10);
setTimeout(() => log('timer 2'), 11);
const t = performance.now(); while (performance.now() - t < 20);

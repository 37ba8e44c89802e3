// Shows: port-one-message-at-a-time
// chromium: m1, timer, v1, m2, v2
// firefox: m1, timer, v1, m2, v2
// polyfill: m1, timer, v1, m2, v2

const m = new MessageChannel();
m.port1.onmessage = e => { log('m' + e.data); scheduler.postTask(() => log('v' + e.data)); };
m.port2.postMessage(1); m.port2.postMessage(2);
setTimeout(() => log('timer'), 0);

// Shows: port-one-message-at-a-time
// chromium: m1, n1, visible, m2, n2
// firefox: m1, n1, visible, m2, n2
// polyfill: m1, n1, visible, m2, n2

const m = new MessageChannel(), n = new MessageChannel();
m.port1.onmessage = e => log('m' + e.data);
n.port1.onmessage = e => log('n' + e.data);
m.port2.postMessage(1); m.port2.postMessage(2); n.port2.postMessage(1); n.port2.postMessage(2);
scheduler.postTask(() => log('visible'));

// args: --virtual-time
// How workers end, and what ends with them.
const log = (...values) => console.log(performance.now(), ...values);
new BroadcastChannel('ticks').onmessage = ({ data }) => log(data);
const first = new Worker('../../workers/ticks.js', { name: 'first' });
const outer = new Worker('../../workers/ticks.js', { name: 'outer' });
setTimeout(() => first.terminate(), 25);
setTimeout(() => outer.terminate(), 35);
const many = new Worker('data:text/javascript,for (let i = 0; i < 5; i++) postMessage(i)');
many.onmessage = ({ data }) => {
  log('only', data);
  many.terminate();
};
const closes = new Worker(`data:text/javascript,${encodeURIComponent(`
  queueMicrotask(() => { close(); postMessage('last words'); });
  setTimeout(() => postMessage('never'));
  setInterval(() => {}, 1);`)}`);
closes.onmessage = ({ data }) => log(data);
const { port1, port2 } = new MessageChannel();
port1.onclose = () => log('the other port has ended with its worker');
port1.start();
const holder = new Worker('data:text/javascript,onmessage = ({ ports }) => { globalThis.port = ports[0] }');
holder.postMessage('keep this', [port2]);
setTimeout(() => holder.terminate(), 50);

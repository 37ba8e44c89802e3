// Waits until a connection says that it is ready. It starts to listen before the message is sent.
const connection = new EventTarget();
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => connection.dispatchEvent(new Event('ready'));

const ready = new Promise(resolve => connection.addEventListener('ready', resolve, { once: true }));

const waiting = scheduler.postTask(() => ready);
port2.postMessage('hello');
await waiting;
console.log('connected');

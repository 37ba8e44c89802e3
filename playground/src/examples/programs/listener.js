// Waits until a connection says that it is ready.
const connection = new EventTarget();
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => connection.dispatchEvent(new Event('ready'));

function connected() {
  return new Promise(resolve => connection.addEventListener('ready', resolve, { once: true }));
}

const waiting = scheduler.postTask(connected);
port2.postMessage('hello');
await waiting;
console.log('connected');

// The ports of Node, and receiveMessageOnPort. As Node 24 prints it.
import { once } from 'node:events';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';

const { port1, port2 } = new MessageChannel();
const shared = new Int32Array(new SharedArrayBuffer(8));
const worker = new Worker(new URL('./workers/adds.cjs', import.meta.url), {
  workerData: { port: port2, shared },
  transferList: [port2],
});
port1.once('message', message => {
  console.log('port', message);
  port1.postMessage('answer');
});
worker.on('message', message => console.log('worker', message));
console.log(await once(worker, 'exit'), shared[0]);

const channel = new MessageChannel();
channel.port1.postMessage({ a: 1 });
channel.port1.postMessage(undefined);
const receive = () => receiveMessageOnPort(channel.port2);
console.log(receive(), receive(), receive());
try {
  receiveMessageOnPort({});
} catch (error) {
  console.log(error.code);
}

const listener = value => console.log('listener', value);
console.log(channel.port2.on('message', listener) === channel.port2, channel.port2.listenerCount('message'));
channel.port1.postMessage('one');
await once(channel.port2, 'message');
channel.port2.off('message', listener);
console.log(channel.port2.listenerCount('message'), channel.port2.hasRef());
channel.port2.addEventListener('message', event => console.log(event.constructor.name, event.data), { once: true });
channel.port1.postMessage('two');
await once(channel.port2, 'message');
channel.port1.ref();
const closed = once(channel.port1, 'close');
await new Promise(resolve => channel.port2.close(resolve));
await closed;
console.log('closed');

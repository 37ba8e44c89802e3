// args: --virtual-time
// Messages, buffers and ports go to a worker and back. Each agent has its own time origin.
const worker = new Worker('../../workers/echo.js');
const buffer = new Uint8Array([1, 2, 3]).buffer;
const { port1, port2 } = new MessageChannel();
const sent = [new Map([['a', [1n, new Date(0)]]]), { buffers: [buffer] }, 'a port'];
worker.postMessage(sent[0]);
worker.postMessage(sent[1], { transfer: [buffer] });
worker.postMessage(sent[2], [port2]);
console.log('sent; the buffer is detached:', buffer.detached);
worker.onmessage = ({ data, ports }) => {
  console.log(data);
  for (const port of ports) {
    port.onmessage = event => {
      console.log('through the channel:', event.data);
      worker.terminate();
    };
    port1.postMessage('hello');
  }
};
try {
  worker.postMessage(() => {});
} catch (error) {
  console.log(error.name, error.message);
}
const clock = 'postMessage([performance.now(), performance.timeOrigin])';
setTimeout(() => {
  const late = new Worker(`data:text/javascript,${clock}`);
  late.onmessage = ({ data: [now, origin] }) => console.log(now, origin - performance.timeOrigin);
}, 250);

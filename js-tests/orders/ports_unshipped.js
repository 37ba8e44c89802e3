// always: a<b, b<c
// Ports that have never been transferred share one queue.
const channels = ['one', 'two'].map(() => new MessageChannel());
for (const { port1 } of channels) port1.onmessage = ({ data }) => console.log(data);
channels[1].port2.postMessage('a');
channels[0].port2.postMessage('b');
channels[1].port2.postMessage('c');
setTimeout(() => channels.forEach(({ port1 }) => port1.close()), 500);

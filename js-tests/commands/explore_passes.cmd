explore --jobs 1 -
const order = [];
setTimeout(() => order.push('timer'));
scheduler.postTask(() => order.push('task'));
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => order.push('message');
port2.postMessage('');
setTimeout(() => { port1.close(); console.log(order.sort().join()) }, 1000);

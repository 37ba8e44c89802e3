explore --jobs 1 --like 'Error: message 12 came first' -
let first;
setTimeout(() => { first ??= 'timer' });
scheduler.postTask(() => { if (!first) throw new Error('the task came first') });
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => { port1.close(); if (!first) throw new Error(`message ${data} came first`) };
port2.postMessage(7);

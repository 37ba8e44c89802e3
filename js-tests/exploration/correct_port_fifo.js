// correct: the messages of one port are delivered in the order in which they were sent, whatever sent them
//   (HTML 9.4, the port message queue is a task source).
const { port1: receiver, port2: sender } = new MessageChannel();
let sent = 0;
let received = 0;
const send = () => sender.postMessage(++sent);

receiver.onmessage = event => {
  received++;
  if (event.data !== received) throw new Error(`message ${event.data} was delivered as number ${received}`);
};
send();
setTimeout(send, 5);
scheduler.postTask(send, { priority: 'background' });
requestIdleCallback(send);
scheduler.postTask(() => { send(); send(); });
queueMicrotask(send);
setTimeout(() => { send(); queueMicrotask(send); }, 0);
send();

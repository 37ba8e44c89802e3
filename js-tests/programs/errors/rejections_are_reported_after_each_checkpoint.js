// The task that reports rejected promises is queued at the end of each microtask checkpoint, so also between two
// listeners of an event that the host dispatches. Tasks of the second listener are queued later.
onunhandledrejection = event => {
  console.log('unhandledrejection', event.reason);
  event.preventDefault();
};
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => { console.log('first listener'); Promise.reject('of the first listener'); });
port1.addEventListener('message', () => {
  console.log('second listener');
  setTimeout(() => { console.log('timer'); port1.close(); }, 0);
});
port1.start();
port2.postMessage(0);

// args: --virtual-time
// A worker that closes itself in a microtask still runs the other microtasks of its task, and no other task.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  Promise.resolve().then(() => { postMessage('first microtask'); close(); }).then(() => postMessage('last microtask'));
  setTimeout(() => postMessage('a timer'));
  scheduler.postTask(() => postMessage('a task'), { priority: 'user-blocking' });
  postMessage('script');
}));
worker.onmessage = ({ data }) => console.log(data);
setTimeout(() => console.log('the end'), 50);

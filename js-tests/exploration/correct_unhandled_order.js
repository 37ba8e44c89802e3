// correct: unhandledrejection is fired by a task that is queued after the microtask checkpoint, in the order of
//   the rejections, and not for promises handled before the checkpoint ends (HTML 8.1.4.7, notify about
//   rejected promises).
const reported = [];
let checkpoints = 0;

const done = new Promise(resolve => addEventListener('unhandledrejection', event => {
  event.preventDefault();
  reported.push(event.reason);
  if (checkpoints === 0) throw new Error('reported before the microtasks');
  if (event.reason === 'late') resolve();
}));
const first = Promise.reject('first');
const handled = Promise.reject('handled');
const third = Promise.reject('third');
queueMicrotask(() => { checkpoints++; handled.catch(() => {}); });
scheduler.postTask(() => { Promise.reject('late'); }, { priority: 'user-blocking' });

await done;
if (reported.join() !== 'first,third,late') throw new Error(reported.join());

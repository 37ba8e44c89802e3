// correct: setPriority moves all waiting tasks of the signal at once, and they compete with the tasks of the
//   new priority by age (Scheduling APIs, signal priority change; select the next scheduler task queue).
const ran = [];
const preload = new TaskController({ priority: 'background' });
const layout = new TaskController({ priority: 'user-blocking' });
const post = (label, options) => scheduler.postTask(() => { ran.push(label); }, options);

const tasks = [
  post('layout 1', { signal: layout.signal }),
  post('preload 1', { signal: preload.signal }),
  post('click', { priority: 'user-blocking' }),
  post('preload 2', { signal: preload.signal }),
  post('render', {}),
  post('log', { priority: 'background' }),
];
preload.setPriority('user-blocking');
layout.setPriority('background');
Promise.all(tasks).then(() => {
  if (ran.join() !== 'preload 1,click,preload 2,render,layout 1,log') throw new Error(ran.join());
});

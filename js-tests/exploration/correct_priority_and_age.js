// correct: among scheduler tasks, the highest priority runs first and then the oldest, whatever other sources
//   do in between (Scheduling APIs, select the next scheduler task queue).
const ran = [];
const post = (label, priority) => scheduler.postTask(() => { ran.push(label); }, { priority });
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {};
port2.postMessage('noise');
setTimeout(() => {}, 0);

const tasks = [
  post('bg 1', 'background'), post('uv 1', 'user-visible'), post('ub 1', 'user-blocking'),
  post('uv 2', undefined), post('bg 2', 'background'), post('ub 2', 'user-blocking'),
];
Promise.all(tasks).then(() => {
  if (ran.join() !== 'ub 1,ub 2,uv 1,uv 2,bg 1,bg 2') throw new Error(ran.join());
});

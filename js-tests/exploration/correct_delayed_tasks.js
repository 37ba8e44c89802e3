// correct: a delayed task takes its place when its wait is over, not when it is posted, so it runs after a task
//   of its priority posted before that moment, and delayed tasks of the same delay keep their order (Scheduling
//   APIs, schedule a postTask task, step 9).
const ran = [];
const start = performance.now();

const tasks = [
  scheduler.postTask(() => ran.push('delayed 1'), { delay: 20 }),
  scheduler.postTask(() => ran.push('delayed 2'), { delay: 20 }),
  scheduler.postTask(() => ran.push('at once')),
];
const inTime = performance.now() - start < 20;

Promise.all(tasks).then(() => {
  const position = label => ran.indexOf(label);
  if (position('delayed 1') > position('delayed 2')) throw new Error(ran.join());
  if (inTime && position('at once') > position('delayed 1')) throw new Error(ran.join());
});

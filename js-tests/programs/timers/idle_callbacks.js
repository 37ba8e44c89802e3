// args: --virtual-time
// Idle callbacks run when no task is ready. Their continuations have background priority.
requestIdleCallback(deadline => {
  console.log('idle', deadline instanceof IdleDeadline, deadline.didTimeout, deadline.timeRemaining());
  requestIdleCallback(() => console.log('requested in an idle callback', performance.now()));
});
requestIdleCallback(async () => {
  scheduler.postTask(() => console.log('user-visible task'));
  await scheduler.yield();
  console.log('a continuation of an idle callback has background priority');
});
const canceled = requestIdleCallback(() => console.log('must not run'));
cancelIdleCallback(canceled); cancelIdleCallback(99);
scheduler.postTask(() => console.log('background task'), { priority: 'background' });
setTimeout(() => console.log('timeout 0'), 0);
// An idle period ends when the next timer is due.
setTimeout(() => {
  setTimeout(() => {}, 20);
  requestIdleCallback(deadline => console.log('shortened by a timer:', deadline.timeRemaining()));
}, 200);
requestIdleCallback(() => { throw new Error('from an idle callback'); });

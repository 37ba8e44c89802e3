// args: --virtual-time
// requestIdleCallback: when nothing is ready; a background state.
requestIdleCallback(deadline => {
  console.log('idle', deadline instanceof IdleDeadline, deadline.didTimeout, deadline.timeRemaining());
  requestIdleCallback(() => console.log('asked for in an idle callback', performance.now()));
});
requestIdleCallback(async () => {
  scheduler.postTask(() => console.log('user-visible task'));
  await scheduler.yield();
  console.log('a continuation of idle work is background work');
});
const cancelled = requestIdleCallback(() => console.log('must not run'));
cancelIdleCallback(cancelled); cancelIdleCallback(99);
scheduler.postTask(() => console.log('background task'), { priority: 'background' });
setTimeout(() => console.log('timeout 0'), 0);
// A period ends where the next timer begins.
setTimeout(() => {
  setTimeout(() => {}, 20);
  requestIdleCallback(deadline => console.log('shortened by a timer:', deadline.timeRemaining()));
}, 200);
requestIdleCallback(() => { throw new Error('from an idle callback'); });

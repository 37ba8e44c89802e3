// args: --virtual-time --test-host
// Observable 9: a delayed task gets its place in the order, and its priority, when the delay has passed.
const log = label => () => console.log(label, performance.now());
scheduler.postTask(log('delayed 10'), { delay: 10 });
scheduler.postTask(log('delayed 5'), { delay: 5 });
scheduler.postTask(log('delayed 10, user-blocking'), { delay: 10, priority: 'user-blocking' });
scheduler.postTask(log('no delay'));
const rising = new TaskController({ priority: 'background' });
scheduler.postTask(log('rising'), { delay: 20, signal: rising.signal });
scheduler.postTask(log('steady'), { delay: 20 });
setTimeout(() => rising.setPriority('user-blocking'), 15);
// Posted when the delayed task below is already queued, so it runs second.
setTimeout(() => {
  scheduler.postTask(log('posted at 30'));
}, 30);
scheduler.postTask(log('delayed 30'), { delay: 30 });
const aborted = new AbortController();
scheduler.postTask(log('must not run'), { delay: 1e9, signal: aborted.signal })
  .catch(reason => console.log('aborted', reason, performance.now()));
setTimeout(() => {
  const timers = testHost.timerCount();
  aborted.abort('in time');
  console.log('timers stopped by the abort:', timers - testHost.timerCount());
}, 40);

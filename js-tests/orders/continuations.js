// always: start<continuation, continuation<other
// A continuation runs before tasks of its priority, and in any order with a timer.
scheduler.postTask(async () => {
  console.log('start');
  await scheduler.yield();
  console.log('continuation');
});
scheduler.postTask(() => console.log('other'));
setTimeout(() => console.log('timer'));

// Observable 5: tasks are posted in one order and run in another.
scheduler.postTask(() => {
  setTimeout(() => console.log('timeout'), 0);
  scheduler.postTask(() => console.log('user-visible'));
  scheduler.postTask(() => console.log('background'), { priority: 'background' });
  scheduler.postTask(() => console.log('user-blocking'), { priority: 'user-blocking' });
  scheduler.yield().then(() => console.log('yield'));
});

run -
// Observable 5: posted together in one order, run in another.
scheduler.postTask(() => {
  setTimeout(() => console.log('timeout'), 0);
  scheduler.postTask(() => console.log('user-visible'));
  scheduler.postTask(() => console.log('background'), { priority: 'background' });
  scheduler.postTask(() => console.log('user-blocking'), { priority: 'user-blocking' });
  scheduler.yield().then(() => console.log('yield'));
});

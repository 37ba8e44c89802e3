// correct: Private tasks of two workers may run in any order.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  let sum = 0;
  for (let i = 0; i < 10; i++) scheduler.postTask(() => { sum += i; });
});
new Worker(url, { name: 'one' });
new Worker(url, { name: 'two' });

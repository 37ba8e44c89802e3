// always: long<ready, long<posted
// While a task runs, a delay may be over before or after the task posts another one.
scheduler.postTask(() => {
  console.log('long');
  scheduler.postTask(() => console.log('ready'), { delay: 2 });
  const end = performance.now() + 3;
  while (performance.now() < end);
  scheduler.postTask(() => console.log('posted'));
});

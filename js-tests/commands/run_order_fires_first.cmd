run --order '2:21^5:21' -
scheduler.postTask(() => {
  scheduler.postTask(() => console.log('delayed'), { delay: 2 });
  const end = performance.now() + 3;
  while (performance.now() < end);
  scheduler.postTask(() => console.log('posted'));
});

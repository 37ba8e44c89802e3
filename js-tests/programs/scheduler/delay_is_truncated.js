// args: --virtual-time
// Observable 2: `delay: 1.9` is 1.
for (const delay of [1.9, 2, '3', -0.5, 0])
  scheduler.postTask(() => console.log(delay, performance.now()), { delay });

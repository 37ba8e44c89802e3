// args: --virtual-time
// Virtual time stands still while anything runs, so a busy-wait loop would never end. Therefore time passes when a
// clock is read too often.
(async () => {
  const told = [], readings = 50000;
  for (let i = 0; i < readings; i++) performance.now();
  console.log('after', readings, 'readings:', performance.now());

  setTimeout(() => told.push(`due at 5, ran at ${performance.now()}`), 5);
  for (const end = performance.now() + 15; performance.now() < end;);
  console.log('a loop in a task:', performance.now());
  await scheduler.yield();
  for (const end = Date.now() + 1000; Date.now() < end;);
  console.log('a loop with Date:', performance.now());

  await new Promise(resolve => setTimeout(resolve, 85));
  console.log('a jump:', performance.now(), told);
  for (const end = performance.now() + 10; performance.now() < end;) await scheduler.yield();
  console.log('a loop of continuations:', performance.now());

  await new Promise(resolve => requestIdleCallback(deadline => {
    console.log('idle:', deadline.timeRemaining());
    while (deadline.timeRemaining() > 0);
    resolve();
  }));
  console.log('a loop while idle:', performance.now());
})();

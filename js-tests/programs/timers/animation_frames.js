// args: --virtual-time --test-host --frames 60
// Frames of a display with 60 Hz.
const at = () => performance.now().toFixed(3);
const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
const attempt = (name, f) => {
  try { console.log(`${name}:`, f()); } catch (e) { console.log(`${name}: ${e.name}: ${e.message}`); }
};

attempt('no callback', () => requestAnimationFrame());
attempt('a callback that is no function', () => requestAnimationFrame({}));
attempt('no handle', () => cancelAnimationFrame());
attempt('unknown handles', () => [0, 1e9, -1, 'x', null, undefined].map(cancelAnimationFrame).join());
attempt('a symbol', () => cancelAnimationFrame(Symbol()));
attempt('wrong this', () => requestAnimationFrame.call({}, () => {}));
attempt('handles', () => [requestAnimationFrame(() => {}), requestAnimationFrame(() => {})].join());
addEventListener('error', event => console.log('  reported:', event.message, at()));

(async () => {
  console.log('times:', (await frame()).toFixed(3), (await frame()).toFixed(3), (await frame()).toFixed(3), at());

  console.log('all callbacks of a frame have its time, and microtasks run between them:');
  requestAnimationFrame(time => {
    console.log('  first', time === performance.now());
    Promise.resolve().then(() => console.log('  microtask of first'));
    queueMicrotask(() => requestAnimationFrame(later => console.log('  requested in the frame', later > time)));
    cancelAnimationFrame(canceled);
  });
  requestAnimationFrame(() => { throw new Error('in a frame') });
  const canceled = requestAnimationFrame(() => console.log('  never'));
  requestAnimationFrame(function (...rest) {
    console.log('  last', this === undefined || this === globalThis, rest.length);
  });
  scheduler.postTask(() => console.log('  a task before the frame', at()), { priority: 'background' });
  await frame();
  await frame();

  console.log('a frame without callbacks does not happen:', at());
  const only = requestAnimationFrame(() => console.log('never'));
  cancelAnimationFrame(only);
  await new Promise(resolve => setTimeout(resolve, 3));
  console.log('after the timer:', at());

  console.log('missed frames are skipped:');
  const before = await frame();
  const next = frame();
  for (const end = performance.now() + 40; performance.now() < end;);
  const late = await next;
  console.log('  frames between them:', Math.round((late - before) * 60 / 1000));
  console.log('  ran late:', performance.now() - late > 1);
  console.log('  then:', Math.round((await frame() - late) * 60 / 1000));

  console.log('an idle period ends with the frame:');
  requestAnimationFrame(() => {});
  requestIdleCallback(deadline => console.log('  less than a frame:', deadline.timeRemaining() < 17));
  await frame();

  console.log('nothing is inherited:');
  scheduler.postTask(() => requestAnimationFrame(async () => {
    const background = scheduler.postTask(() => console.log('  background'), { priority: 'background' });
    scheduler.yield().then(() => console.log('  the continuation is user-visible'));
    await background;
  }), { priority: 'background' });
  await frame();
  await frame();

  console.log('continuations delay frames for 100 ms at most:');
  for (const priority of ['user-blocking', 'background']) {
    let count = 0;
    const counting = () => { count++; requestAnimationFrame(counting) };
    const handle = requestAnimationFrame(counting);
    await scheduler.postTask(async () => {
      const end = performance.now() + 400;
      while (performance.now() < end) {
        for (const until = performance.now() + 2; performance.now() < until;);
        await scheduler.yield();
      }
    }, { priority });
    for (let n = handle; n < handle + 100; n++) cancelAnimationFrame(n);
    console.log(' ', priority, count);
  }

  console.log('no frame is left when all its callbacks are canceled:');
  requestAnimationFrame(() => cancelAnimationFrame(requestAnimationFrame(() => console.log('never'))));
  requestAnimationFrame(() => {});
  await frame();
  const last = performance.now();
  await new Promise(resolve => setTimeout(resolve));
  console.log(' ', performance.now() === last);

  let frames = 0;
  const other = testHost.createRealm();
  await new Promise(resolve => other.requestAnimationFrame(resolve));
  console.log('another realm:', at());
  for (let n = 0; n < 100_000; n++) requestAnimationFrame(() => frames++);
  const time = await frame();
  console.log('callbacks in one frame:', frames, (time - performance.now()) === 0);
})();

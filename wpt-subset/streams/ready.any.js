// META: title=The promise ready of writers

promise_test(async () => {
  const writer = new WritableStream().getWriter();
  const { ready } = writer;
  assert_true(ready instanceof Promise);
  assert_equals(writer.ready, ready, 'the same promise');
  writer.write('chunk').catch(() => {});
  assert_not_equals(writer.ready, ready, 'there is backpressure now');
  assert_equals(writer.ready, writer.ready);
  assert_equals(await writer.ready, undefined);
}, 'It stays the same until there is backpressure');

promise_test(async () => {
  let goOn;
  const writer = new WritableStream({ write: () => new Promise(resolve => { goOn = resolve; }) }).getWriter();
  const log = [];
  await writer.ready;
  writer.write('chunk');
  writer.ready.then(() => log.push('first'));
  writer.ready.then(() => log.push('second'));
  await new Promise(resolve => setTimeout(resolve));
  assert_array_equals(log, []);
  goOn();
  await writer.ready;
  log.push('awaited');
  writer.ready.then(() => log.push('later'));
  await new Promise(resolve => setTimeout(resolve));
  assert_array_equals(log, ['first', 'second', 'awaited', 'later']);
}, 'Its reactions run in their order');

promise_test(async t => {
  const writer = new WritableStream({ start: controller => controller.error('broken') }).getWriter();
  assert_equals(await writer.ready.catch(reason => reason), 'broken');
  const released = new WritableStream().getWriter();
  const { ready } = released;
  released.releaseLock();
  assert_equals(await ready, undefined, 'it was settled');
  await promise_rejects_js(t, TypeError, released.ready);
  const waiting = new WritableStream({}, { highWaterMark: 0 }).getWriter();
  const pending = waiting.ready;
  waiting.releaseLock();
  await promise_rejects_js(t, TypeError, pending);
  assert_equals(waiting.ready, pending);
}, 'It is rejected with the stream, and when the writer is released');

promise_test(async t => {
  const unhandled = [];
  const listener = event => {
    unhandled.push(event.reason);
    event.preventDefault();
  };
  self.addEventListener('unhandledrejection', listener);
  t.add_cleanup(() => self.removeEventListener('unhandledrejection', listener));
  const writer = new WritableStream({ start: controller => controller.error('broken') }).getWriter();
  writer.ready;
  const waiting = new WritableStream({}, { highWaterMark: 0 }).getWriter();
  waiting.ready;
  waiting.abort('enough');
  await new Promise(resolve => setTimeout(resolve, 20));
  assert_array_equals(unhandled, []);
}, 'It counts as handled');

// META: title=Writable streams: writers, backpressure, closing, aborting

promise_test(async () => {
  const log = [];
  const stream = new WritableStream({
    start() { log.push('start'); },
    async write(chunk) { log.push(chunk); },
    close() { log.push('close'); },
  });
  const writer = stream.getWriter();
  assert_true(stream.locked);
  assert_equals(writer.desiredSize, 1);
  const written = writer.write('a');
  assert_equals(writer.desiredSize, 0);
  await Promise.all([written, writer.write('b'), writer.close(), writer.closed]);
  assert_equals(log.join(), 'start,a,b,close');
  assert_equals(writer.desiredSize, 0);
}, 'Chunks are written one after the other, and then the sink is closed');

promise_test(async () => {
  let release;
  const stream = new WritableStream({ write: () => new Promise(resolve => { release = resolve; }) });
  const writer = stream.getWriter();
  await writer.ready;
  writer.write(1);
  let ready = false;
  writer.ready.then(() => { ready = true; });
  await new Promise(resolve => setTimeout(resolve));
  assert_false(ready);
  release();
  await writer.ready;
  assert_true(ready);
}, 'ready waits while there is backpressure');

promise_test(async t => {
  let signal;
  let reason;
  const stream = new WritableStream({
    start(controller) { signal = controller.signal; },
    write: () => new Promise(() => {}),
    abort(given) { reason = given; },
  });
  const writer = stream.getWriter();
  await writer.ready;
  writer.write(1).catch(() => {});
  const aborted = writer.abort('why');
  assert_true(signal.aborted && signal.reason === 'why');
  assert_equals(await writer.ready.catch(e => e), 'why');
  assert_equals(reason, undefined, 'the sink is aborted after the write in flight');
  aborted.catch(() => {});
}, 'Aborting tells the signal at once');

promise_test(async t => {
  const stream = new WritableStream({ write() { throw 'broken'; } });
  const writer = stream.getWriter();
  assert_equals(await writer.write(1).catch(e => e), 'broken');
  assert_equals(await writer.closed.catch(e => e), 'broken');
  assert_equals(await writer.write(2).catch(e => e), 'broken');
  assert_equals(writer.desiredSize, null);
  writer.releaseLock();
  await promise_rejects_js(t, TypeError, writer.write(3));
  await promise_rejects_js(t, TypeError, writer.closed);
}, 'A sink that throws makes the stream fail');

test(() => {
  assert_throws_js(RangeError, () => new WritableStream({ type: 'x' }));
  assert_throws_js(RangeError, () => new WritableStream({}, { highWaterMark: NaN }));
  const stream = new WritableStream();
  stream.getWriter();
  assert_throws_js(TypeError, () => stream.getWriter());
}, 'What is not valid is refused');

promise_test(async () => {
  let controller;
  const stream = new WritableStream({ start(c) { controller = c; } });
  controller.error('bad');
  assert_equals(await stream.getWriter().closed.catch(e => e), 'bad');
}, 'A controller makes its stream fail');

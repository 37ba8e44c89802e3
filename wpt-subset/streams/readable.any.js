// META: title=Readable streams: queues, readers, cancellation, iteration, from

const controlled = (extra = {}) => {
  let controller;
  const stream = new ReadableStream({ start(c) { controller = c; }, ...extra });
  return [stream, controller];
};

promise_test(async () => {
  const [stream, controller] = controlled();
  assert_equals(controller.desiredSize, 1);
  controller.enqueue('a');
  assert_equals(controller.desiredSize, 0);
  controller.enqueue('b');
  controller.close();
  const reader = stream.getReader();
  assert_true(stream.locked);
  assert_equals((await reader.read()).value, 'a');
  assert_equals((await reader.read()).value, 'b');
  const last = await reader.read();
  assert_true(last.done && last.value === undefined);
  await reader.closed;
  assert_throws_js(TypeError, () => controller.enqueue('c'));
}, 'Chunks are read in order, and then the stream is closed');

promise_test(async () => {
  let pulls = 0;
  const stream = new ReadableStream({ pull(c) { c.enqueue(pulls++); } }, { highWaterMark: 2 });
  await new Promise(resolve => setTimeout(resolve));
  assert_equals(pulls, 2, 'the source is pulled until the queue is full');
  const reader = stream.getReader();
  await reader.read();
  await new Promise(resolve => setTimeout(resolve));
  assert_equals(pulls, 3);
}, 'Backpressure stops pulling');

promise_test(async t => {
  const reasons = [];
  const [stream] = controlled({ cancel(reason) { reasons.push(reason); } });
  const reader = stream.getReader();
  const read = reader.read();
  await promise_rejects_js(t, TypeError, stream.cancel('locked'));
  await reader.cancel('why');
  assert_equals(reasons.join(), 'why');
  assert_true((await read).done);
}, 'A reader cancels the source, and pending reads end');

promise_test(async t => {
  const [stream, controller] = controlled();
  const reader = stream.getReader();
  const read = reader.read();
  reader.releaseLock();
  assert_false(stream.locked);
  await promise_rejects_js(t, TypeError, read);
  await promise_rejects_js(t, TypeError, reader.closed);
  controller.error('bad');
  assert_equals(await stream.getReader().read().catch(e => e), 'bad');
}, 'What waits for a released reader fails, and errors reach the next one');

promise_test(async () => {
  const log = [];
  const [stream, controller] = controlled({ cancel(reason) { log.push(`cancel ${reason}`); } });
  controller.enqueue(1);
  controller.enqueue(2);
  for await (const chunk of stream) {
    log.push(chunk);
    break;
  }
  assert_equals(log.join(), '1,cancel undefined');
  assert_false(stream.locked);
}, 'Leaving a loop cancels the stream');

promise_test(async () => {
  const seen = [];
  for await (const chunk of ReadableStream.from([1, Promise.resolve(2), 3])) seen.push(chunk);
  assert_array_equals(seen, [1, 2, 3]);
  let returned = false;
  const iterable = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: 1 }), return: async () => {
      returned = true;
      return {};
    } }),
  };
  const reader = ReadableStream.from(iterable).getReader();
  assert_equals((await reader.read()).value, 1);
  await reader.cancel();
  assert_true(returned);
  assert_throws_js(TypeError, () => ReadableStream.from(5));
}, 'from() reads iterables, and canceling closes them');

promise_test(async () => {
  const [stream, controller] = controlled();
  const [one, two] = stream.tee();
  assert_true(stream.locked);
  controller.enqueue('x');
  controller.close();
  const texts = await Promise.all([one, two].map(async branch => (await branch.getReader().read()).value));
  assert_array_equals(texts, ['x', 'x']);
}, 'Both branches of a tee get the chunks');

promise_test(async () => {
  let reason;
  const [stream] = controlled({ cancel(given) { reason = given; } });
  const [one, two] = stream.tee();
  const first = one.cancel('a');
  await new Promise(resolve => setTimeout(resolve));
  assert_equals(reason, undefined);
  await Promise.all([two.cancel('b'), first]);
  assert_array_equals(reason, ['a', 'b']);
}, 'A tee is canceled when both branches are');

test(() => {
  assert_throws_js(RangeError, () => new ReadableStream({}, { highWaterMark: -1 }));
  assert_throws_js(TypeError, () => new ReadableStream(null));
  assert_throws_js(TypeError, () => new ReadableStream({ type: 'owning' }));
  assert_throws_js(TypeError, () => new ReadableStream().getReader({ mode: 'byob' }));
  const [, controller] = controlled();
  const stream = new ReadableStream({ start(c) { assert_throws_js(RangeError, () => c.enqueue(1)); } },
    { size: () => Infinity });
  assert_true(stream instanceof ReadableStream && controller.desiredSize === 1);
}, 'What is not valid is refused');

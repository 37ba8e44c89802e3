// META: title=Byte streams: BYOB readers and requests

promise_test(async () => {
  const stream = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const { view } = controller.byobRequest;
      view[0] = 7;
      controller.byobRequest.respond(1);
      assert_equals(controller.byobRequest, null);
    },
  });
  const given = new Uint8Array(4);
  const { value, done } = await stream.getReader({ mode: 'byob' }).read(given);
  assert_equals(given.byteLength, 0, 'the buffer is transferred');
  assert_array_equals(value, [7]);
  assert_equals(value.buffer.byteLength, 4);
  assert_false(done);
}, 'A source fills the view of a BYOB reader');

promise_test(async () => {
  const stream = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3]));
      controller.enqueue(new Uint8Array([4, 5]));
      controller.close();
    },
  });
  const reader = stream.getReader({ mode: 'byob' });
  const first = await reader.read(new Uint16Array(1));
  assert_equals(first.value.constructor, Uint16Array);
  assert_array_equals(new Uint8Array(first.value.buffer), [1, 2]);
  const second = await reader.read(new Uint8Array(10), { min: 3 });
  assert_array_equals(second.value, [3, 4, 5]);
  const last = await reader.read(new Uint8Array(1));
  assert_true(last.done);
  assert_equals(last.value.byteLength, 0);
}, 'Bytes of the queue go into views of any kind, and min is respected');

promise_test(async t => {
  const stream = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array(1));
      controller.close();
    },
  });
  await promise_rejects_js(t, TypeError, stream.getReader({ mode: 'byob' }).read(new Uint16Array(1)));
}, 'A stream that ends in the middle of an element fails');

promise_test(async () => {
  const stream = new ReadableStream({
    type: 'bytes', autoAllocateChunkSize: 8,
    pull(controller) {
      controller.byobRequest.view.set([1, 2]);
      controller.byobRequest.respond(2);
    },
  });
  const { value } = await stream.getReader().read();
  assert_array_equals(value, [1, 2]);
}, 'A default reader gets an allocated buffer');

promise_test(async () => {
  const stream = new ReadableStream({ type: 'bytes', start(c) { c.enqueue(new Uint8Array([1, 2, 3])); c.close(); } });
  const [one, two] = stream.tee();
  const first = (await one.getReader({ mode: 'byob' }).read(new Uint8Array(3))).value;
  const second = (await two.getReader().read()).value;
  first[0] = 9;
  assert_array_equals(second, [1, 2, 3], 'the second branch has a copy');
}, 'A tee of bytes copies them');

promise_test(async t => {
  const reader = new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' });
  await promise_rejects_js(t, TypeError, reader.read(new Uint8Array(0)));
  await promise_rejects_js(t, TypeError, reader.read(new Uint8Array(1), { min: 0 }));
  await promise_rejects_js(t, RangeError, reader.read(new Uint8Array(1), { min: 2 }));
  const detached = new Uint8Array(1);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  await promise_rejects_js(t, TypeError, reader.read(detached));
  assert_throws_js(RangeError, () => new ReadableStream({ type: 'bytes' }, { size: () => 1 }));
}, 'What is not valid is refused');

// META: title=Transform streams and pipes

const read = async stream => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};

promise_test(async () => {
  const log = [];
  const stream = new TransformStream({
    start(controller) { controller.enqueue('first'); },
    transform(chunk, controller) { controller.enqueue(chunk * 2); },
    flush(controller) { controller.enqueue('last'); log.push('flush'); },
  });
  assert_array_equals(await read(ReadableStream.from([1, 2]).pipeThrough(stream)), ['first', 2, 4, 'last']);
  assert_equals(log.join(), 'flush');
}, 'Chunks are transformed, and flush adds the last ones');

promise_test(async () => {
  const identity = new TransformStream();
  const writer = identity.writable.getWriter();
  let isReady = false;
  writer.write('a');
  writer.ready.then(() => { isReady = true; });
  await new Promise(resolve => setTimeout(resolve));
  assert_false(isReady, 'nobody reads yet');
  assert_equals((await identity.readable.getReader().read()).value, 'a');
  await writer.ready;
}, 'Backpressure passes through');

promise_test(async () => {
  let canceled;
  const stream = new TransformStream({ cancel(reason) { canceled = reason; } });
  await stream.readable.cancel('enough');
  assert_equals(canceled, 'enough');
  assert_equals(await stream.writable.getWriter().closed.catch(e => e), 'enough');
}, 'Canceling one side makes the other fail');

promise_test(async t => {
  const stream = new TransformStream({ transform(_, controller) { controller.terminate(); } });
  stream.writable.getWriter().write(1).catch(() => {});
  assert_true((await stream.readable.getReader().read()).done);
}, 'terminate() closes the readable side');

promise_test(async () => {
  const written = [];
  const log = [];
  await ReadableStream.from([1, 2, 3]).pipeTo(new WritableStream({
    write(chunk) { written.push(chunk); }, close() { log.push('close'); },
  }));
  assert_array_equals(written, [1, 2, 3]);
  assert_equals(log.join(), 'close');
}, 'A pipe writes all chunks and closes the destination');

promise_test(async () => {
  const destination = new WritableStream();
  const source = new ReadableStream({ start(controller) { controller.error('broken'); } });
  assert_equals(await source.pipeTo(destination, { preventAbort: true }).catch(e => e), 'broken');
  assert_false(destination.locked);
  await destination.getWriter().write(1);
  const other = new WritableStream({ abort(reason) { assert_equals(reason, 'broken'); } });
  const failed = new ReadableStream({ start(controller) { controller.error('broken'); } });
  assert_equals(await failed.pipeTo(other).catch(e => e), 'broken');
  assert_equals(await other.getWriter().closed.catch(e => e), 'broken');
}, 'Errors go forward, unless that is prevented');

promise_test(async () => {
  let reason;
  const source = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(given) { reason = given; } });
  const destination = new WritableStream({ write() { throw 'full'; } });
  assert_equals(await source.pipeTo(destination).catch(e => e), 'full');
  assert_equals(reason, 'full');
}, 'Errors go backward');

promise_test(async t => {
  const controller = new AbortController();
  const log = [];
  const source = new ReadableStream({ cancel(reason) { log.push(`cancel ${reason.name}`); } });
  const destination = new WritableStream({ abort(reason) { log.push(`abort ${reason.name}`); } });
  const piped = source.pipeTo(destination, { signal: controller.signal });
  await new Promise(resolve => setTimeout(resolve));
  controller.abort();
  await promise_rejects_dom(t, 'AbortError', piped);
  assert_equals(log.join(), 'abort AbortError,cancel AbortError');
}, 'A signal aborts a pipe');

promise_test(async () => {
  let controller;
  let isSynchronous = false;
  new ReadableStream({ start(c) { controller = c; } }, { highWaterMark: 0 })
    .pipeTo(new WritableStream({ write() { isSynchronous = true; } }));
  await new Promise(resolve => setTimeout(resolve));
  controller.enqueue(1);
  assert_false(isSynchronous);
  await new Promise(resolve => setTimeout(resolve));
  assert_true(isSynchronous);
}, 'enqueue() does not run the sink');

promise_test(async () => {
  const count = new CountQueuingStrategy({ highWaterMark: 3 });
  const bytes = new ByteLengthQueuingStrategy({ highWaterMark: 10 });
  assert_equals(count.size('abc'), 1);
  assert_equals(bytes.size(new Uint8Array(4)), 4);
  assert_equals(count.size, new CountQueuingStrategy({ highWaterMark: 1 }).size);
  let controller;
  new ReadableStream({ start(c) { controller = c; } }, bytes);
  controller.enqueue(new Uint8Array(4));
  assert_equals(controller.desiredSize, 6);
}, 'Queuing strategies measure chunks');

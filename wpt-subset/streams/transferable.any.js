// META: title=Streams that are transferred by structuredClone and through ports

const transferred = stream => structuredClone(stream, { transfer: [stream] });
const tick = () => new Promise(resolve => setTimeout(resolve, 0));

async function chunksOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

promise_test(async () => {
  const source = ReadableStream.from([1, { two: 2 }]);
  const stream = transferred(source);
  assert_true(source.locked, 'the original is piped');
  assert_not_equals(stream, source);
  assert_true(stream instanceof ReadableStream);
  assert_false(stream.locked);
  const chunks = await chunksOf(stream);
  assert_equals(JSON.stringify(chunks), '[1,{"two":2}]');
}, 'A readable stream');

promise_test(async () => {
  const log = [];
  const sink = new WritableStream({ write: chunk => { log.push(chunk) }, close: () => { log.push('closed') } });
  const writer = transferred(sink).getWriter();
  for (const chunk of ['a', 'b']) await writer.write(chunk);
  await writer.close();
  await tick();
  assert_equals(log.join(), 'a,b,closed');
}, 'A writable stream');

promise_test(async () => {
  const original = new TransformStream({ transform: (chunk, controller) => controller.enqueue(chunk * 2) });
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ original }, [original]);
  const { data, ports } = await new Promise(resolve => { port2.onmessage = resolve; });
  assert_equals(ports.length, 0, 'the ports of streams are not seen');
  const stream = data.original;
  assert_true(stream instanceof TransformStream);
  assert_true(original.readable.locked && original.writable.locked);
  const writer = stream.writable.getWriter();
  writer.write(1);
  writer.write(2);
  writer.close();
  assert_array_equals(await chunksOf(stream.readable), [2, 4]);
  port1.close();
}, 'A transform stream, through a port');

promise_test(async () => {
  let pulls = 0;
  const source = new ReadableStream({ pull(controller) { controller.enqueue(pulls++) } }, { highWaterMark: 0 });
  const reader = transferred(source).getReader();
  await tick();
  await tick();
  const before = pulls;
  assert_less_than_equal(before, 2, 'it is only read when it is asked for');
  assert_equals((await reader.read()).value, 0);
  assert_equals((await reader.read()).value, 1);
}, 'Backpressure');

promise_test(async t => {
  const failing = new ReadableStream({ start: controller => controller.error(new RangeError('no')) });
  await promise_rejects_js(globalThis, RangeError, transferred(failing).getReader().read());
  let canceled;
  await transferred(new ReadableStream({ cancel: reason => { canceled = reason; } })).cancel('why');
  await tick();
  assert_equals(canceled, 'why');
  let aborted;
  await transferred(new WritableStream({ abort: reason => { aborted = reason; } })).abort('stop');
  await tick();
  assert_equals(aborted, 'stop');
  let controller;
  const writer = transferred(new WritableStream({ start: given => { controller = given; } })).getWriter();
  controller.error('broken');
  await writer.closed.catch(reason => assert_equals(reason, 'broken'));
}, 'Errors and cancellation cross');

promise_test(async t => {
  let canceled;
  const source = new ReadableStream({
    start: controller => controller.enqueue(() => {}),
    cancel: reason => { canceled = reason; },
  });
  await promise_rejects_dom(t, 'DataCloneError', transferred(source).getReader().read());
  await tick();
  assert_equals(canceled.name, 'DataCloneError');
}, 'A chunk that cannot be cloned');

test(() => {
  const locked = new ReadableStream();
  locked.getReader();
  const clone = (value, transfer) => () => structuredClone(value, { transfer });
  assert_throws_dom('DataCloneError', clone(locked, [locked]));
  const halfLocked = new TransformStream();
  halfLocked.writable.getWriter();
  assert_throws_dom('DataCloneError', clone(halfLocked, [halfLocked]));
  const stream = new WritableStream();
  assert_throws_dom('DataCloneError', clone(stream, []));
  assert_throws_dom('DataCloneError', clone(stream, [stream, stream]));
  assert_false(stream.locked);
  structuredClone(stream, { transfer: [stream] });
  assert_throws_dom('DataCloneError', clone(stream, [stream]));
}, 'Streams that cannot be transferred');

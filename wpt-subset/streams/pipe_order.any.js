// META: title=In which microtasks pipes read, write and end
// The Streams Standard leaves them open. These are those of Chromium.

// Logs what happens, with the number of microtask rounds since the start.
const logOf = async steps => {
  const log = [];
  let round = 0;
  let isOver = false;
  const next = () => {
    round++;
    if (!isOver && round < 100) queueMicrotask(next);
  };
  queueMicrotask(next);
  await steps(label => log.push(`${round} ${label}`));
  isOver = true;
  return log.join(', ');
};

const numbers = (log, count, strategy) => {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      log(`pull ${next}`);
      if (next < count) controller.enqueue(next++);
      else controller.close();
    },
  }, strategy);
};

const logs = (log, strategy) => new WritableStream({
  write(chunk) { log(`write ${chunk}`); },
  close() { log('close'); },
  abort(reason) { log(`abort ${reason}`); },
}, strategy);

promise_test(async () => {
  const log = await logOf(async log => {
    await numbers(log, 2).pipeTo(logs(log));
    log('done');
  });
  assert_equals(log, '1 pull 0, 2 write 0, 2 pull 1, 4 pull 2, 5 write 1, 9 close, 13 done');
}, 'A chunk is written in a microtask of its own, and the next one waits for it');

promise_test(async () => {
  const log = await logOf(async log => {
    await numbers(log, 2, { highWaterMark: 0 }).pipeTo(logs(log, { highWaterMark: 3 }));
    log('done');
  });
  assert_equals(log, '1 pull 0, 2 write 0, 2 pull 1, 3 write 1, 3 pull 2, 6 close, 10 done');
}, 'Without backpressure, the next chunk is read at once');

promise_test(async () => {
  const log = await logOf(async log => {
    await numbers(log, 0).pipeTo(logs(log), { preventClose: true });
    log('done');
  });
  assert_equals(log, '1 pull 0, 3 done');
}, 'A pipe of nothing that does not close its destination');

promise_test(async () => {
  const log = await logOf(async log => {
    const source = new ReadableStream({ start(controller) { controller.error('broken'); } });
    await source.pipeTo(logs(log)).catch(reason => log(`caught ${reason}`));
  });
  assert_equals(log, '1 abort broken, 5 caught broken');
}, 'A pipe whose source has failed');

promise_test(async () => {
  const log = await logOf(async log => {
    const source = new ReadableStream({
      pull(controller) { controller.enqueue('chunk'); },
      cancel(reason) { log(`cancel ${reason}`); },
    });
    const destination = new WritableStream({ write() { throw 'full'; } });
    await source.pipeTo(destination).catch(reason => log(`caught ${reason}`));
  });
  assert_equals(log, '4 cancel full, 7 caught full');
}, 'A pipe whose destination fails');

promise_test(async () => {
  const controller = new AbortController();
  const written = [];
  let next = 0;
  const source = new ReadableStream({
    pull(it) {
      it.enqueue(next++);
      if (next === 3) controller.abort('stop');
    },
  });
  const sink = { write(chunk) { written.push(chunk); }, abort() { written.push('abort'); } };
  const reason = await source.pipeTo(new WritableStream(sink), { signal: controller.signal }).catch(it => it);
  assert_equals(reason, 'stop');
  assert_array_equals(written, [0, 1, 'abort'], 'what has been read is written before the abort');
}, 'A chunk that has been read when the pipe is aborted is written');

promise_test(async () => {
  const log = [];
  let sourceController;
  const source = new ReadableStream({ start(it) { sourceController = it; } });
  const piped = source.pipeTo(new WritableStream({ write(chunk) { log.push(chunk); } }));
  await new Promise(resolve => setTimeout(resolve));
  sourceController.enqueue('chunk');
  log.push('enqueued');
  sourceController.close();
  await piped;
  assert_array_equals(log, ['enqueued', 'chunk']);
  assert_false(source.locked);
}, 'A source never runs a sink');

promise_test(async t => {
  const { then } = Promise.prototype;
  const written = [];
  let calls = 0;
  const [first, second] = new ReadableStream({
    start(controller) {
      for (const chunk of [1, 2, 3]) controller.enqueue(chunk);
      controller.close();
    },
  }).tee();
  const sinks = [1, 2].map(() => new WritableStream({ write(chunk) { written.push(chunk); } }));
  const transform = new TransformStream();
  await new Promise(resolve => setTimeout(resolve));
  t.add_cleanup(() => { Promise.prototype.then = then; });
  Promise.prototype.then = function (...reactions) {
    calls++;
    return then.apply(this, reactions);
  };
  const piped = [first.pipeThrough(transform).pipeTo(sinks[0]), second.pipeTo(sinks[1])];
  await new Promise(resolve => setTimeout(resolve, 20));
  Promise.prototype.then = then;
  await Promise.all(piped);
  assert_array_equals(written.sort(), [1, 1, 2, 2, 3, 3]);
  assert_equals(calls, 0);
}, 'Pipes, tees and transform streams do not call the then method of promises');

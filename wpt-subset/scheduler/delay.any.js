// META: title=Delayed tasks
// META: script=resources/helpers.js
'use strict';
for (const delay of [0, 1, 5, 20]) {
  promise_test(async () => {
    const start = performance.now();
    const ran = await scheduler.postTask(() => performance.now(), { delay });
    assert_greater_than_equal(ran - start, delay);
  }, `a task with a delay of ${delay} ms does not run early`);
}
promise_test(async () => {
  let order, started;
  // If the machine pauses between two calls for longer than the difference of their delays, the order changes. In that
  // case, the calls are repeated.
  do {
    order = new Order();
    started = performance.now();
    for (const delay of [20, 10, 0, 15]) order.post(delay, { delay });
  } while (performance.now() - started >= 5);
  assert_equals(await order.finish(), '0 10 15 20');
}, 'tasks run in the order of their delays');
promise_test(async () => {
  let order, started, ran;
  // If the machine pauses until the delay has passed, the order means nothing. In that case, the test is repeated.
  do {
    order = new Order();
    started = performance.now();
    order.post('delayed', { priority: 'user-blocking', delay: 10 });
    order.post('background', { priority: 'background' });
    ran = order.pending[1].then(() => performance.now());
    await order.finish();
  } while (await ran - started >= 10);
  assert_equals(await order.finish(), 'background delayed');
}, 'a delayed task does not block others, whatever its priority');
promise_test(async () => {
  const controller = new TaskController({ priority: 'background' });
  const order = [];
  const delayed = scheduler.postTask(() => { order.push('delayed'); }, { signal: controller.signal, delay: 5 });
  controller.setPriority('user-blocking');
  const start = performance.now();
  let others;
  await new Promise(done => setTimeout(() => {
    while (performance.now() - start < 10);
    others = scheduler.postTask(() => { order.push('visible'); });
    done();
  }, 0));
  await Promise.all([delayed, others]);
  assert_array_equals(order, ['delayed', 'visible']);
}, 'a delayed task has the priority that its signal has when the delay has passed');
promise_test(async () => {
  const controller = new TaskController();
  const task = scheduler.postTask(() => controller.signal.priority, { signal: controller.signal, delay: 5 });
  controller.setPriority('background');
  assert_equals(await task, 'background');
}, 'the priority can change during the delay');

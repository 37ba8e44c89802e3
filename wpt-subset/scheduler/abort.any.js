// META: title=Aborting tasks and continuations
'use strict';
for (const Controller of [AbortController, TaskController]) {
  const name = Controller.name;
  promise_test(async t => {
    const controller = new Controller();
    const task = scheduler.postTask(t.unreached_func('must not run'), { signal: controller.signal });
    controller.abort();
    await promise_rejects_dom(t, 'AbortError', task);
  }, `${name}: an aborted task rejects with an AbortError`);
  for (const reason of [null, 0, 'text', { an: 'object' }, new Error('reason')]) {
    promise_test(async t => {
      const controller = new Controller();
      const task = scheduler.postTask(t.unreached_func('must not run'), { signal: controller.signal });
      controller.abort(reason);
      await promise_rejects_exactly(t, reason, task);
    }, `${name}: an aborted task rejects with the reason ${format_value(reason)}`);
    promise_test(async t => {
      const controller = new Controller();
      controller.abort(reason);
      const task = scheduler.postTask(t.unreached_func('must not run'), { signal: controller.signal });
      await promise_rejects_exactly(t, reason, task);
      await promise_rejects_exactly(t, reason, scheduler.yield({ signal: controller.signal }));
    }, `${name}: an already aborted signal rejects with ${format_value(reason)}`);
  }
  promise_test(async t => {
    const controller = new Controller();
    const callback = () => { controller.abort('while running'); return 'value'; };
    await promise_rejects_exactly(t, 'while running', scheduler.postTask(callback, { signal: controller.signal }));
  }, `${name}: an abort while the callback runs rejects the promise even if the callback returns`);
  promise_test(async t => {
    const controller = new Controller();
    const callback = () => { controller.abort('reason'); throw 'thrown'; };
    await promise_rejects_exactly(t, 'reason', scheduler.postTask(callback, { signal: controller.signal }));
  }, `${name}: an abort while the callback runs takes precedence over an exception`);
  promise_test(async () => {
    const controller = new Controller();
    assert_equals(await scheduler.postTask(() => 'value', { signal: controller.signal }), 'value');
    controller.abort();
  }, `${name}: an abort after the task has finished has no effect`);
  promise_test(async t => {
    const controller = new Controller();
    const tasks = Array.from({ length: 10 }, () =>
      scheduler.postTask(t.unreached_func('must not run'), { signal: controller.signal }));
    const other = scheduler.postTask(() => 'other');
    controller.abort('all');
    for (const task of tasks) await promise_rejects_exactly(t, 'all', task);
    assert_equals(await other, 'other');
  }, `${name}: a signal aborts all of its tasks and no others`);
  promise_test(async t => {
    const controller = new Controller();
    const task = scheduler.postTask(t.unreached_func('must not run'), { signal: controller.signal, delay: 100000 });
    controller.abort('delayed');
    await promise_rejects_exactly(t, 'delayed', task);
  }, `${name}: a task can be aborted during its delay`);
  promise_test(async t => {
    const controller = new Controller();
    const continuation = scheduler.yield({ signal: controller.signal });
    controller.abort('yielded');
    await promise_rejects_exactly(t, 'yielded', continuation);
  }, `${name}: a continuation is aborted by its signal`);
  promise_test(async t => {
    const controller = new Controller();
    const dependent = AbortSignal.any([controller.signal]);
    const task = scheduler.postTask(t.unreached_func('must not run'), { signal: dependent });
    controller.abort('source');
    await promise_rejects_exactly(t, 'source', task);
  }, `${name}: a task is aborted through a dependent signal`);
}
promise_test(async t => {
  const order = [];
  const controller = new AbortController();
  controller.signal.addEventListener('abort', () => order.push('event'));
  const task = scheduler.postTask(() => {}, { signal: controller.signal }).catch(() => order.push('rejected'));
  controller.abort();
  order.push('after abort()');
  await task;
  assert_array_equals(order, ['event', 'after abort()', 'rejected']);
}, 'the event is fired synchronously, and promise reactions run later');
promise_test(async t => {
  const signal = AbortSignal.timeout(5);
  const task = scheduler.postTask(t.unreached_func('must not run'), { signal, delay: 100000 });
  await promise_rejects_dom(t, 'TimeoutError', task);
}, 'AbortSignal.timeout aborts a delayed task');
promise_test(async t => {
  const controller = new TaskController();
  const first = scheduler.postTask(() => { controller.abort('by the first'); }, { priority: 'user-blocking' });
  const second = scheduler.postTask(t.unreached_func('must not run'), { signal: controller.signal });
  await first;
  await promise_rejects_exactly(t, 'by the first', second);
}, 'a task can abort a waiting task');

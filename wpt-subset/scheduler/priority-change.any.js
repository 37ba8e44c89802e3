// META: title=Changing the priority of a TaskSignal
// META: script=resources/helpers.js
'use strict';
setup({ allow_uncaught_exception: true });
for (const from of PRIORITIES) for (const to of PRIORITIES) {
  test(() => {
    const controller = new TaskController({ priority: from });
    const events = [];
    controller.signal.addEventListener('prioritychange', event => events.push(event));
    controller.setPriority(to);
    assert_equals(controller.signal.priority, to);
    assert_equals(events.length, from === to ? 0 : 1);
    if (from !== to) {
      assert_equals(events[0].previousPriority, from);
      assert_equals(events[0].target, controller.signal);
      assert_equals(events[0].type, 'prioritychange');
      assert_true(events[0].isTrusted);
      assert_true(events[0] instanceof TaskPriorityChangeEvent);
      assert_false(events[0].bubbles || events[0].cancelable);
    }
  }, `from ${from} to ${to}`);
  promise_test(async () => {
    const controller = new TaskController({ priority: from });
    const order = new Order();
    order.post('moved', { signal: controller.signal });
    for (const priority of PRIORITIES) order.post(priority, { priority });
    controller.setPriority(to);
    const expected = [...PRIORITIES];
    expected.splice(expected.indexOf(to), 0, 'moved');
    assert_equals(await order.finish(), expected.join(' '));
  }, `a waiting task moves from ${from} to ${to} and keeps its age`);
}
for (const to of PRIORITIES) {
  test(() => {
    const controller = new TaskController({ priority: to === 'background' ? 'user-visible' : 'background' });
    let thrown;
    controller.signal.onprioritychange = () => {
      try { controller.setPriority(to); } catch (error) { thrown = error; }
    };
    controller.setPriority(PRIORITIES.find(priority => priority !== controller.signal.priority));
    assert_true(thrown instanceof DOMException);
    assert_equals(thrown.name, 'NotAllowedError');
  }, `setPriority('${to}') in a listener of its event throws`);
}
test(() => {
  const controller = new TaskController();
  controller.signal.onprioritychange = () => { throw new Error('expected by the test'); };
  const listener = event => event.preventDefault();
  addEventListener('error', listener, { once: true });
  controller.setPriority('background');
  controller.signal.onprioritychange = null;
  controller.setPriority('user-blocking');
  assert_equals(controller.signal.priority, 'user-blocking');
}, 'the priority can change again after an exception in a listener');
promise_test(async () => {
  const controller = new TaskController({ priority: 'background' });
  const order = new Order();
  for (let i = 0; i < 5; i++) {
    order.post(`moved${i}`, { signal: controller.signal });
    order.post(`fixed${i}`, { priority: 'user-visible' });
  }
  controller.setPriority('user-visible');
  assert_equals(await order.finish(), [0, 1, 2, 3, 4].map(i => `moved${i} fixed${i}`).join(' '));
}, 'many tasks keep their order relative to the tasks of another queue');
promise_test(async () => {
  const controller = new TaskController({ priority: 'background' });
  const order = new Order();
  order.post('fixed', { signal: controller.signal, priority: 'background' });
  order.post('visible');
  controller.setPriority('user-blocking');
  assert_equals(await order.finish(), 'visible fixed');
}, 'an explicit priority does not change');
promise_test(async () => {
  const controller = new TaskController({ priority: 'user-blocking' });
  assert_equals(await scheduler.postTask(() => 'first', { signal: controller.signal }), 'first');
  controller.setPriority('background');
  const order = new Order();
  order.post('signal', { signal: controller.signal });
  order.post('visible');
  assert_equals(await order.finish(), 'visible signal');
}, 'a signal can be used again after its tasks have run');

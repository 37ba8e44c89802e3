// META: title=requestIdleCallback
'use strict';
async_test(t => {
  requestIdleCallback(t.step_func_done(deadline => {
    assert_true(deadline instanceof IdleDeadline);
    assert_false(deadline.didTimeout);
    assert_greater_than(deadline.timeRemaining(), 0);
    assert_less_than_equal(deadline.timeRemaining(), 50);
  }));
}, 'the deadline');
async_test(t => {
  const order = [];
  requestIdleCallback(t.step_func_done(() => assert_array_equals(order, ['timeout', 'background'])));
  scheduler.postTask(() => { order.push('background'); }, { priority: 'background' });
  setTimeout(() => order.push('timeout'), 0);
}, 'idle callbacks run after all ready tasks');
async_test(t => {
  const order = [];
  for (let i = 0; i < 5; i++) requestIdleCallback(() => order.push(i));
  requestIdleCallback(t.step_func_done(() => assert_array_equals(order, [0, 1, 2, 3, 4])));
}, 'idle callbacks run in the order of the requests');
async_test(t => {
  const order = [];
  requestIdleCallback(t.step_func(() => {
    order.push(1);
    requestIdleCallback(t.step_func_done(() => assert_array_equals(order, [1, 2])));
  }));
  requestIdleCallback(() => order.push(2));
}, 'a request in an idle callback waits for the next idle period');
async_test(t => {
  cancelIdleCallback(requestIdleCallback(t.unreached_func('cancelled')));
  cancelIdleCallback(12345);
  requestIdleCallback(t.step_func_done());
}, 'cancelIdleCallback');
async_test(t => {
  let busy = true;
  requestIdleCallback(t.step_func_done(deadline => {
    busy = false;
    assert_true(deadline.didTimeout);
    assert_equals(deadline.timeRemaining(), 0);
  }), { timeout: 5 });
  (function again() { if (busy) scheduler.postTask(again, { priority: 'background' }); })();
}, 'a timeout');
promise_test(async () => {
  const order = [];
  await new Promise(done => requestIdleCallback(async () => {
    const task = scheduler.postTask(() => { order.push('visible'); });
    await scheduler.yield();
    order.push('continuation');
    await task;
    done();
  }));
  assert_array_equals(order, ['visible', 'continuation']);
}, 'continuations of idle callbacks have background priority');
for (const [name, call] of Object.entries({
  'no callback': () => requestIdleCallback(),
  'null': () => requestIdleCallback(null),
  'options that are a number': () => requestIdleCallback(() => {}, 1),
  'cancel without a handle': () => cancelIdleCallback(),
  'new IdleDeadline()': () => new IdleDeadline(),
})) test(() => assert_throws_js(TypeError, call), `throws: ${name}`);
test(() => {
  const a = requestIdleCallback(() => {}), b = requestIdleCallback(() => {});
  assert_greater_than(a, 0);
  assert_not_equals(a, b);
}, 'handles');

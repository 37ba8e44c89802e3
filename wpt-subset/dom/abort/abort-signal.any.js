// META: title=AbortController and AbortSignal
'use strict';
test(() => {
  const controller = new AbortController();
  assert_equals(controller.signal, controller.signal);
  assert_false(controller.signal.aborted);
  assert_equals(controller.signal.reason, undefined);
  controller.signal.throwIfAborted();
}, 'a new controller');
for (const reason of [null, 0, false, '', 'text', Symbol.iterator, { an: 'object' }]) {
  test(() => {
    const controller = new AbortController();
    controller.abort(reason);
    assert_true(controller.signal.aborted);
    assert_equals(controller.signal.reason, reason);
    assert_throws_exactly(reason, () => controller.signal.throwIfAborted());
  }, `abort(${format_value(reason)})`);
  test(() => assert_equals(AbortSignal.abort(reason).reason, reason), `AbortSignal.abort(${format_value(reason)})`);
}
for (const [name, args] of [['abort()', []], ['abort(undefined)', [undefined]]]) {
  test(() => {
    const controller = new AbortController();
    controller.abort(...args);
    assert_true(controller.signal.reason instanceof DOMException);
    assert_equals(controller.signal.reason.name, 'AbortError');
    assert_equals(controller.signal.reason, controller.signal.reason);
    assert_equals(AbortSignal.abort(...args).reason.code, 20);
  }, `${name} creates an AbortError`);
}
test(() => {
  const controller = new AbortController(), events = [];
  controller.signal.addEventListener('abort', event => events.push(event));
  controller.signal.onabort = event => events.push(event);
  controller.abort(1);
  controller.abort(2);
  assert_equals(events.length, 2);
  assert_equals(events[0], events[1]);
  assert_true(events[0].isTrusted);
  assert_equals(events[0].target, controller.signal);
  assert_equals(controller.signal.reason, 1);
}, 'one event, for the first abort');
test(() => {
  const controller = new AbortController();
  let during;
  controller.signal.onabort = () => { during = [controller.signal.aborted, controller.signal.reason]; };
  controller.abort('reason');
  assert_array_equals(during, [true, 'reason']);
}, 'the state is set before the event is fired');
test(() => {
  const order = [], controller = new AbortController();
  controller.signal.onabort = () => { order.push('outer'); controller.abort('again'); };
  controller.abort();
  assert_array_equals(order, ['outer']);
}, 'abort() in an abort listener has no effect');
for (const [name, make] of Object.entries({
  'new AbortSignal()': () => new AbortSignal(),
  'AbortController()': () => AbortController(),
  'any()': () => AbortSignal.any(),
  'any(1)': () => AbortSignal.any(1),
  'any([1])': () => AbortSignal.any([1]),
  'timeout()': () => AbortSignal.timeout(),
  'timeout(-1)': () => AbortSignal.timeout(-1),
  'timeout(NaN)': () => AbortSignal.timeout(NaN),
  'timeout(2**53)': () => AbortSignal.timeout(2 ** 53),
})) test(() => assert_throws_js(TypeError, make), `${name} throws`);
async_test(t => {
  const start = performance.now(), signal = AbortSignal.timeout(5);
  assert_false(signal.aborted);
  signal.onabort = t.step_func_done(() => {
    assert_equals(signal.reason.name, 'TimeoutError');
    assert_equals(signal.reason.code, 23);
    assert_greater_than_equal(performance.now() - start, 5);
  });
}, 'AbortSignal.timeout');
async_test(t => {
  const order = [];
  let later, sooner, started;
  // If the machine pauses between the two calls for longer than the difference of their delays, the order changes. In
  // that case, the calls are repeated.
  do {
    started = performance.now();
    later = AbortSignal.timeout(15);
    sooner = AbortSignal.timeout(5);
  } while (performance.now() - started >= 10);
  later.onabort = t.step_func_done(() => assert_array_equals([...order, 'later'], ['sooner', 'later']));
  sooner.onabort = () => order.push('sooner');
}, 'timeouts fire in the order of their delays');
async_test(t => {
  const order = [];
  const signal = AbortSignal.timeout(1);
  signal.addEventListener('abort', () => { order.push('first'); queueMicrotask(() => order.push('microtask')); });
  signal.addEventListener('abort', t.step_func_done(() => assert_array_equals(order, ['first', 'microtask'])));
}, 'a microtask checkpoint between the listeners of an event that the host fires');
test(() => {
  const order = [], controller = new AbortController();
  controller.signal.addEventListener('abort', () => {
    order.push('first');
    queueMicrotask(() => order.push('microtask'));
  });
  controller.signal.addEventListener('abort', () => order.push('second'));
  controller.abort();
  assert_array_equals(order, ['first', 'second']);
}, 'no microtask checkpoint between the listeners of an event that a script fires');

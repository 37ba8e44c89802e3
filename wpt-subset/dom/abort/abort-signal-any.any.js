// META: title=AbortSignal.any
'use strict';
test(() => {
  const signal = AbortSignal.any([]);
  assert_false(signal.aborted);
  assert_true(signal instanceof AbortSignal);
}, 'no signals');
for (const count of [1, 2, 10]) for (let which = 0; which < count; which += 3) {
  test(() => {
    const controllers = Array.from({ length: count }, () => new AbortController());
    const signal = AbortSignal.any(controllers.map(controller => controller.signal));
    let events = 0;
    signal.onabort = event => { events++; assert_true(event.isTrusted); };
    controllers[which].abort(which);
    for (const controller of controllers) controller.abort('later');
    assert_equals(signal.reason, which);
    assert_equals(events, 1);
  }, `among ${count}, signal ${which} aborts first`);
}
test(() => {
  const signals = [new AbortController().signal, AbortSignal.abort(1), AbortSignal.abort(2)];
  assert_equals(AbortSignal.any(signals).reason, 1);
}, 'the reason comes from the first aborted signal');
test(() => {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, controller.signal]);
  let events = 0;
  signal.onabort = () => events++;
  controller.abort();
  assert_equals(events, 1);
}, 'the same signal twice');
test(() => {
  const controller = new AbortController(), order = [];
  const a = AbortSignal.any([controller.signal]), b = AbortSignal.any([a]), c = AbortSignal.any([controller.signal, b]);
  for (const [name, signal] of Object.entries({ c, b, a, source: controller.signal })) {
    signal.addEventListener('abort', () => order.push(name));
  }
  controller.abort();
  assert_array_equals(order, ['source', 'a', 'b', 'c']);
}, 'events: first the source, then its dependents in the order of creation');
test(() => {
  const controller = new AbortController();
  const a = AbortSignal.any([controller.signal]), b = AbortSignal.any([a]);
  let seen;
  controller.signal.onabort = () => { seen = [a.aborted, b.aborted]; };
  controller.abort();
  assert_array_equals(seen, [true, true]);
}, 'all dependents are aborted before any event');
test(() => {
  const controller = new AbortController();
  let inner;
  controller.signal.onabort = () => { inner = AbortSignal.any([controller.signal]); };
  controller.abort('reason');
  assert_equals(inner.reason, 'reason');
}, 'a dependent signal that is created in an abort listener');
async_test(t => {
  const signal = AbortSignal.any([new AbortController().signal, AbortSignal.timeout(5)]);
  signal.onabort = t.step_func_done(() => assert_equals(signal.reason.name, 'TimeoutError'));
}, 'a timeout signal as a source');

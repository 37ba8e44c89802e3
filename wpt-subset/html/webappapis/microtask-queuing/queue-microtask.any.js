// META: title=queueMicrotask
'use strict';
setup({ allow_uncaught_exception: true });
for (const wrong of [undefined, null, 0, 'f()', {}]) {
  test(() => assert_throws_js(TypeError, () => queueMicrotask(wrong)), `throws: ${format_value(wrong)}`);
}
test(() => assert_throws_js(TypeError, () => queueMicrotask()), 'throws: no argument');
test(() => assert_equals(queueMicrotask(() => {}), undefined), 'returns undefined');
async_test(t => {
  queueMicrotask(t.step_func_done((...args) => assert_equals(args.length, 0)));
}, 'the callback is called without arguments');
async_test(t => {
  queueMicrotask(t.step_func_done(function () { 'use strict'; assert_equals(typeof this, 'object'); }));
}, 'the callback is called');
async_test(t => {
  const order = [];
  Promise.resolve().then(() => order.push('promise 1'));
  queueMicrotask(() => { order.push('microtask'); queueMicrotask(() => order.push('nested')); });
  Promise.resolve().then(() => order.push('promise 2'));
  setTimeout(t.step_func_done(() => assert_array_equals(order, ['promise 1', 'microtask', 'promise 2', 'nested'])), 0);
  order.push();
}, 'callbacks share a queue with promise reactions, and run before tasks');
async_test(t => {
  let reported;
  addEventListener('error', event => { reported = event.error; event.preventDefault(); }, { once: true });
  const error = new Error('expected by the test');
  queueMicrotask(() => { throw error; });
  queueMicrotask(t.step_func_done(() => assert_equals(reported, error)));
}, 'an exception is reported, and the next microtask runs');

// META: title=High Resolution Time
'use strict';
test(() => {
  let last = performance.now();
  for (let i = 0; i < 1000; i++) {
    const now = performance.now();
    assert_greater_than_equal(now, last);
    last = now;
  }
}, 'now() never decreases');
test(() => assert_greater_than(performance.now(), 0), 'now() is positive');
test(() => assert_equals(typeof performance.timeOrigin, 'number'), 'timeOrigin');
test(() => {
  assert_approx_equals(performance.timeOrigin + performance.now(), Date.now(), 1000);
}, 'timeOrigin and Date agree');
test(() => { const json = performance.toJSON(); assert_equals(json.timeOrigin, performance.timeOrigin); }, 'toJSON');
test(() => assert_true(performance instanceof EventTarget), 'performance is an EventTarget');
test(() => assert_throws_js(TypeError, () => Performance.prototype.now.call({})), 'now() checks this');
test(() => assert_throws_js(TypeError, () => new Performance()), 'no constructor');
async_test(t => {
  const start = performance.now();
  setTimeout(t.step_func_done(() => assert_greater_than_equal(performance.now() - start, 10)), 10);
}, 'time passes while a timer waits');

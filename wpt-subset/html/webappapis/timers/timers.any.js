// META: title=setTimeout and setInterval
'use strict';
setup({ allow_uncaught_exception: true });
for (const delay of [undefined, 0, 1, -5, NaN, 'text', null, 4294967296, { valueOf: () => 2 }]) {
  async_test(t => { setTimeout(t.step_func_done(() => {}), delay); }, `a delay of ${format_value(delay)}`);
}
async_test(t => {
  setTimeout(t.step_func_done((...args) => assert_array_equals(args, [1, 'two', null])), 0, 1, 'two', null);
}, 'arguments');
async_test(t => { setTimeout(t.step_func_done(function () { 'use strict'; }), 0); }, 'a function');
async_test(t => {
  setTimeout(function () { t.step(() => assert_equals(this, self)); t.done(); }, 0);
}, 'this is the global object');
async_test(t => {
  let order, started;
  // If the machine pauses between two calls for longer than the difference of their delays, the order of the due times
  // changes. In that case, the calls are repeated.
  do {
    const ran = order = [];
    started = performance.now();
    for (const delay of [12, 3, 7, 3, 0]) setTimeout(() => ran.push(delay), delay);
  } while (performance.now() - started >= 3);
  setTimeout(t.step_func_done(() => assert_array_equals(order, [0, 3, 3, 7, 12])), 20);
}, 'timers run in the order of their due times, then of creation');
async_test(t => {
  const order = [];
  setTimeout(() => { order.push(1); queueMicrotask(() => order.push('m')); }, 1);
  setTimeout(t.step_func_done(() => assert_array_equals(order, [1, 'm'])), 1);
}, 'a microtask checkpoint between timers');
async_test(t => {
  const start = performance.now();
  setTimeout(t.step_func_done(() => assert_greater_than_equal(performance.now() - start, 15)), 15);
}, 'a timer never runs early');
async_test(t => {
  const id = setTimeout(t.unreached_func('cleared'), 1);
  assert_greater_than(id, 0);
  clearTimeout(id);
  setTimeout(t.step_func_done(), 10);
}, 'clearTimeout');
async_test(t => {
  clearTimeout(setInterval(t.unreached_func('cleared'), 1));
  clearInterval(setTimeout(t.unreached_func('cleared'), 1));
  setTimeout(t.step_func_done(), 10);
}, 'ids are shared');
async_test(t => {
  const second = () => t.step(() => assert_unreached('cleared by the first'));
  setTimeout(() => clearTimeout(id), 0);
  const id = setTimeout(second, 0);
  setTimeout(t.step_func_done(), 10);
}, 'a timer that is due can be cleared');
async_test(t => {
  let count = 0;
  const id = setInterval(t.step_func(value => {
    assert_equals(value, 'argument');
    if (++count === 4) { clearInterval(id); t.done(); }
  }), 1, 'argument');
}, 'setInterval');
async_test(t => {
  let count = 0;
  const id = setInterval(t.step_func(() => {
    clearInterval(id);
    assert_equals(++count, 1);
    setTimeout(t.step_func_done(() => assert_equals(count, 1)), 10);
  }), 1);
}, 'an interval that clears itself');
async_test(t => {
  const times = [];
  setTimeout(function nest() {
    times.push(performance.now());
    if (times.length < 12) setTimeout(nest, 0);
    else t.step_func_done(() => assert_greater_than_equal(times[11] - times[6], 5 * 4))();
  }, 0);
}, 'deeply nested timeouts are at least 4 ms apart');
async_test(t => {
  self.ranFromSource = t.step_func_done();
  setTimeout('ranFromSource()', 0);
}, 'source text as handler');
async_test(t => {
  self.ranFromObject = t.step_func_done();
  setTimeout({ toString: () => 'ranFromObject()' }, 0);
}, 'an object is converted to source text');
test(() => assert_throws_js(TypeError, () => setTimeout()), 'no argument');
test(() => assert_throws_js(TypeError, () => setTimeout.call({}, () => {})), 'wrong this');
test(() => {
  for (const id of [undefined, 0, -1, 99999, 'x', null, {}]) { clearTimeout(id); clearInterval(id); }
}, 'clearing ids that do not exist has no effect');
async_test(t => {
  addEventListener('error', event => event.preventDefault(), { once: true });
  setTimeout(() => { throw new Error('expected by the test'); }, 0);
  setTimeout(t.step_func_done(), 1);
}, 'an exception does not stop other timers');
test(() => {
  for (const name of ['setTimeout', 'setInterval']) assert_equals(self[name].length, 1);
  for (const name of ['clearTimeout', 'clearInterval']) assert_equals(self[name].length, 0);
}, 'lengths');

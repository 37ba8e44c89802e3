// META: title=How the promise of postTask settles
'use strict';
const values = {
  undefined, null: null, number: 42, string: 'text', symbol: Symbol('s'), object: {}, array: [1], function: () => {},
  error: new Error('as a value'),
};
for (const [name, value] of Object.entries(values)) {
  promise_test(async () => {
    assert_equals(await scheduler.postTask(() => value), value);
  }, `fulfilled with the value that the callback returns: ${name}`);
  promise_test(t => {
    return promise_rejects_exactly(t, value, scheduler.postTask(() => { throw value; }));
  }, `rejected with the value that the callback throws: ${name}`);
  promise_test(t => {
    return promise_rejects_exactly(t, value, scheduler.postTask(async () => { throw value; }));
  }, `rejected with the value that an async callback throws: ${name}`);
}
promise_test(async () => {
  assert_equals(await scheduler.postTask(() => Promise.resolve(7)), 7);
}, 'a returned promise determines the result');
promise_test(async () => {
  assert_equals(await scheduler.postTask(() => ({ then(resolve) { resolve('then'); } })), 'then');
}, 'a returned thenable determines the result');
promise_test(t => {
  return promise_rejects_exactly(t, 'thrown', scheduler.postTask(() => ({ get then() { throw 'thrown'; } })));
}, 'a then getter that throws rejects the promise');
test(() => assert_true(scheduler.postTask(() => {}) instanceof Promise), 'postTask returns a promise');
promise_test(async () => {
  let count = 0;
  await scheduler.postTask((...args) => { count++; assert_equals(args.length, 0); });
  assert_equals(count, 1);
}, 'the callback is called once, without arguments');
promise_test(async () => {
  const self = await scheduler.postTask(function () { 'use strict'; return { self: this }; });
  assert_equals(self.self, undefined);
}, 'the callback is called with undefined as this');
promise_test(async () => {
  let ran = false;
  const task = scheduler.postTask(() => { ran = true; });
  assert_false(ran);
  await Promise.resolve();
  assert_false(ran);
  await task;
  assert_true(ran);
}, 'the callback runs in a separate task');
promise_test(async () => {
  const order = [];
  const task = scheduler.postTask(() => {
    Promise.resolve().then(() => order.push('m1')).then(() => order.push('m2')).then(() => order.push('m3'));
    queueMicrotask(() => order.push('q'));
  }).then(() => order.push('reaction'));
  await task;
  assert_array_equals(order, ['m1', 'q', 'm2', 'm3', 'reaction']);
}, 'microtasks of the callback run before the reactions to its promise');

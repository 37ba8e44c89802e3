// META: title=TaskSignal.any
// META: script=resources/helpers.js
'use strict';
for (const priority of PRIORITIES) {
  test(() => assert_equals(TaskSignal.any([], { priority }).priority, priority), `a fixed priority: ${priority}`);
  test(() => {
    const source = new TaskController({ priority });
    const signal = TaskSignal.any([], { priority: source.signal });
    assert_equals(signal.priority, priority);
    for (const next of PRIORITIES) { source.setPriority(next); assert_equals(signal.priority, next); }
  }, `the signal follows a source with priority ${priority}`);
}
const wrong = {
  'no argument': () => TaskSignal.any(),
  'a number': () => TaskSignal.any(1),
  'null': () => TaskSignal.any(null),
  'an object': () => TaskSignal.any({}),
  'a value that is not a signal': () => TaskSignal.any([1]),
  'a controller': () => TaskSignal.any([new TaskController()]),
  'options that are a string': () => TaskSignal.any([], 'background'),
  'an invalid priority': () => TaskSignal.any([], { priority: 'x' }),
  'priority null': () => TaskSignal.any([], { priority: null }),
  'an AbortSignal as priority': () => TaskSignal.any([], { priority: new AbortController().signal }),
};
for (const [name, call] of Object.entries(wrong)) test(() => assert_throws_js(TypeError, call), `throws: ${name}`);
test(() => {
  const signal = TaskSignal.any([]);
  assert_equals(signal.priority, 'user-visible');
  assert_false(signal.aborted);
  assert_true(signal instanceof TaskSignal && signal instanceof AbortSignal && signal instanceof EventTarget);
}, 'without sources and options: user-visible, not aborted');
test(() => {
  const sources = [new AbortController(), new TaskController()];
  const signal = TaskSignal.any(new Set(sources.map(source => source.signal)));
  sources[1].abort('second');
  assert_true(signal.aborted);
  assert_equals(signal.reason, 'second');
}, 'the signals can be any iterable');
test(() => {
  const source = new TaskController();
  const signal = TaskSignal.any([source.signal]);
  let events = 0;
  signal.onprioritychange = () => events++;
  source.setPriority('background');
  assert_equals(signal.priority, 'user-visible');
  assert_equals(events, 0);
  source.abort('reason');
  assert_equals(signal.reason, 'reason');
}, 'an abort source is not a priority source');
test(() => {
  const source = new TaskController();
  const signal = TaskSignal.any([], { priority: source.signal });
  source.abort();
  assert_false(signal.aborted);
}, 'a priority source is not an abort source');
test(() => {
  assert_equals(TaskSignal.any([AbortSignal.abort('gone')]).reason, 'gone');
}, 'an already aborted source');
for (const depth of [1, 2, 5, 20]) {
  test(() => {
    const source = new TaskController({ priority: 'background' });
    const order = [];
    let signal = source.signal;
    signal.addEventListener('prioritychange', () => order.push(0));
    for (let i = 1; i <= depth; i++) {
      signal = TaskSignal.any([signal], { priority: signal });
      signal.addEventListener('prioritychange', event => {
        assert_equals(event.previousPriority, 'background');
        order.push(i);
      });
    }
    source.setPriority('user-blocking');
    assert_equals(signal.priority, 'user-blocking');
    assert_array_equals(order, Array.from({ length: depth + 1 }, (_, i) => i));
    source.abort('deep');
    assert_equals(signal.reason, 'deep');
  }, `dependents of dependents, ${depth} deep: events in the order of creation`);
}
test(() => {
  const source = new TaskController();
  let late, events = 0;
  source.signal.onprioritychange = () => {
    late = TaskSignal.any([], { priority: source.signal });
    late.onprioritychange = () => events++;
  };
  source.setPriority('background');
  assert_equals(late.priority, 'background');
  assert_equals(events, 0);
}, 'a dependent that is created during the change gets no event');
promise_test(async () => {
  const source = new TaskController({ priority: 'background' });
  const signal = TaskSignal.any([], { priority: source.signal });
  const order = new Order();
  order.post('dependent', { signal });
  order.post('visible');
  source.setPriority('user-blocking');
  assert_equals(await order.finish(), 'dependent visible');
}, 'tasks of a dependent signal move with its source');
promise_test(async () => {
  const signal = TaskSignal.any([], { priority: 'background' });
  const order = new Order();
  order.post('background', { signal });
  order.post('visible');
  assert_equals(await order.finish(), 'visible background');
}, 'tasks of a signal with a fixed priority');
promise_test(async t => {
  const source = new TaskController();
  const signal = TaskSignal.any([source.signal], { priority: source.signal });
  const task = scheduler.postTask(t.unreached_func('must not run'), { signal });
  source.abort('through any');
  await promise_rejects_exactly(t, 'through any', task);
}, 'tasks of a dependent signal are aborted with its source');

// META: title=The order in which tasks run
// META: script=resources/helpers.js
'use strict';
const cases = {
  'by priority': [['V', 'user-visible'], ['B', 'background'], ['U', 'user-blocking']],
  'by age within a priority': [['V1', 'user-visible'], ['V2', 'user-visible'], ['V3', 'user-visible']],
  'by priority, then by age': [
    ['B1', 'background'], ['U1', 'user-blocking'], ['V1', 'user-visible'],
    ['B2', 'background'], ['U2', 'user-blocking'], ['V2', 'user-visible'],
  ],
};
const rank = { U: 0, V: 1, B: 2 };
for (const [name, posts] of Object.entries(cases)) {
  for (const how of ['priority', 'signal', 'both']) {
    promise_test(async () => {
      const order = new Order();
      for (const [label, priority] of posts) {
        const ofSignal = how === 'both' ? 'user-blocking' : priority;
        const signal = how === 'priority' ? undefined : new TaskController({ priority: ofSignal }).signal;
        order.post(label, how === 'signal' ? { signal } : { priority, signal });
      }
      const labels = posts.map(([label]) => label);
      const expected = labels.toSorted((a, b) => rank[a[0]] - rank[b[0]] || labels.indexOf(a) - labels.indexOf(b));
      assert_equals(await order.finish(), expected.join(' '));
    }, `${name}, given by ${how}`);
  }
}
promise_test(async () => {
  const order = new Order();
  order.post('default');
  order.post('visible', { priority: 'user-visible' });
  order.post('plain signal', { signal: new AbortController().signal });
  order.post('blocking', { priority: 'user-blocking' });
  assert_equals(await order.finish(), 'blocking default visible plain signal'.replace('plain signal', 'plain signal'));
}, 'the default priority is user-visible');
for (const priority of PRIORITIES) {
  promise_test(async () => {
    const order = [];
    const task = scheduler.postTask(() => { order.push('task'); }, { priority });
    const continuation = scheduler.yield({ priority }).then(() => order.push('continuation'));
    await Promise.all([task, continuation]);
    assert_array_equals(order, ['continuation', 'task']);
  }, `a ${priority} continuation runs before older tasks of its priority`);
}
for (const [higher, lower] of [['user-blocking', 'user-visible'], ['user-visible', 'background']]) {
  promise_test(async () => {
    const order = [];
    const continuation = scheduler.yield({ priority: lower }).then(() => order.push('continuation'));
    const task = scheduler.postTask(() => { order.push('task'); }, { priority: higher });
    await Promise.all([task, continuation]);
    assert_array_equals(order, ['task', 'continuation']);
  }, `a ${lower} continuation runs after ${higher} tasks`);
}
promise_test(async () => {
  const order = [];
  await scheduler.postTask(async () => {
    const timeout = new Promise(done => setTimeout(() => { order.push('timeout'); done(); }, 0));
    const tasks = ['user-visible', 'background', 'user-blocking'].map(priority =>
      scheduler.postTask(() => { order.push(priority); }, { priority }));
    await scheduler.yield();
    order.push('yield');
    await Promise.all([timeout, ...tasks]);
  });
  assert_array_equals(order, ['user-blocking', 'yield', 'timeout', 'user-visible', 'background']);
}, 'tasks, a timer and a continuation posted together');
promise_test(async () => {
  const order = [];
  const tasks = [];
  tasks.push(scheduler.postTask(() => {
    order.push('first');
    tasks.push(scheduler.postTask(() => { order.push('nested blocking'); }, { priority: 'user-blocking' }));
  }));
  tasks.push(scheduler.postTask(() => { order.push('second'); }));
  await Promise.all(tasks);
  await tasks[2];
  assert_array_equals(order, ['first', 'nested blocking', 'second']);
}, 'a task posted while another runs is already considered for the next selection');

// META: title=The options of yield(): which signal, which priority
// META: script=resources/helpers.js
'use strict';
const inTask = {
  'in a background task': 'background',
  'in a user-blocking task': 'user-blocking',
  'outside of a task': undefined,
};
const other = new TaskController({ priority: 'user-blocking' });
const low = new TaskController({ priority: 'background' });
const plain = new AbortController();
// Name, options and expected priority. `task` is the priority of the task, or user-visible outside of a task.
const table = [
  ['{}', {}, task => task],
  ["{ priority: 'inherit' }", { priority: 'inherit' }, task => task],
  ["{ signal: 'inherit' }", { signal: 'inherit' }, task => task],
  ["{ signal: 'inherit', priority: 'inherit' }", { signal: 'inherit', priority: 'inherit' }, task => task],
  ["{ priority: 'user-blocking' }", { priority: 'user-blocking' }, () => 'user-blocking'],
  ["{ priority: 'user-visible' }", { priority: 'user-visible' }, () => 'user-visible'],
  ["{ priority: 'background' }", { priority: 'background' }, () => 'background'],
  ["{ signal: 'inherit', priority: 'background' }", { signal: 'inherit', priority: 'background' }, () => 'background'],
  ['{ signal: a user-blocking TaskSignal }', { signal: other.signal }, () => 'user-blocking'],
  ['{ signal: a background TaskSignal }', { signal: low.signal }, () => 'background'],
  ['{ signal: an AbortSignal }', { signal: plain.signal }, () => 'user-visible'],
  ["{ signal: a TaskSignal, priority: 'inherit' }", { signal: other.signal, priority: 'inherit' }, task => task],
  ["{ signal: a TaskSignal, priority: 'background' }", { signal: other.signal, priority: 'background' },
    () => 'background'],
  ["{ signal: an AbortSignal, priority: 'inherit' }", { signal: plain.signal, priority: 'inherit' }, task => task],
];
for (const [place, priority] of Object.entries(inTask)) {
  for (const [name, options, expected] of table) {
    promise_test(async () => {
      const probe = () => continuationPriority(options);
      const got = await (priority ? scheduler.postTask(probe, { priority }) : probe());
      assert_equals(got, expected(priority ?? 'user-visible'));
    }, `priority of yield(${name}) ${place}`);
  }
}
const aborts = [
  ['nothing', undefined, true],
  ['{}', {}, true],
  ["{ signal: 'inherit' }", { signal: 'inherit' }, true],
  ["{ signal: 'inherit', priority: 'user-blocking' }", { signal: 'inherit', priority: 'user-blocking' }, true],
  ["{ priority: 'inherit' }", { priority: 'inherit' }, false],
  ["{ priority: 'background' }", { priority: 'background' }, false],
  ['{ signal: another signal }', { signal: plain.signal }, false],
];
for (const [name, options, expected] of aborts) {
  promise_test(async () => {
    const controller = new AbortController();
    let aborted;
    await scheduler.postTask(async () => {
      const continuation = scheduler.yield(options);
      controller.abort();
      aborted = await continuation.then(() => false, () => true);
    }, { signal: controller.signal }).catch(() => {});
    while (aborted === undefined) await new Promise(done => setTimeout(done, 0));
    assert_equals(aborted, expected);
  }, `yield(${name}) ${expected ? 'is' : 'is not'} aborted by the signal of the task`);
}

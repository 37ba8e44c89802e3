// args: --virtual-time
// Observable 2: bad input rejects the promise of operations that return one; elsewhere it throws.
const tasks = {
  'signal: null': () => scheduler.postTask(() => {}, { signal: null }),
  'signal: {}': () => scheduler.postTask(() => {}, { signal: {} }),
  'priority: null': () => scheduler.postTask(() => {}, { priority: null }),
  "priority: 'x'": () => scheduler.postTask(() => {}, { priority: 'x' }),
  'delay: -1': () => scheduler.postTask(() => {}, { delay: -1 }),
  'delay: NaN': () => scheduler.postTask(() => {}, { delay: NaN }),
  'delay: Infinity': () => scheduler.postTask(() => {}, { delay: Infinity }),
  'delay: 2**53': () => scheduler.postTask(() => {}, { delay: 2 ** 53 }),
  'no callback': () => scheduler.postTask(),
  'callback: {}': () => scheduler.postTask({}),
  'callback: undefined': () => scheduler.postTask(undefined),
  'options: 1': () => scheduler.postTask(() => {}, 1),
  'this: {}': () => scheduler.postTask.call({}, () => {}),
  'this: undefined': () => (0, scheduler.postTask)(() => {}),
  'a getter throws': () => scheduler.postTask(() => {}, { get delay() { throw new TypeError('from the getter'); } }),
  "yield priority: 'x'": () => scheduler.yield({ priority: 'x' }),
  'yield signal: null': () => scheduler.yield({ signal: null }),
  "yield signal: 'x'": () => scheduler.yield({ signal: 'x' }),
  'yield this: null': () => scheduler.yield.call(null),
};
const exceptions = {
  'new TaskSignal()': () => new TaskSignal(),
  'new Scheduler()': () => new Scheduler(),
  'new AbortSignal()': () => new AbortSignal(),
  'TaskController()': () => TaskController(),
  'AbortController()': () => AbortController(),
  "TaskController: 'x'": () => new TaskController({ priority: 'x' }),
  'TaskController: null': () => new TaskController({ priority: null }),
  'setPriority()': () => new TaskController().setPriority(),
  "setPriority('x')": () => new TaskController().setPriority('x'),
  'setPriority this': () => TaskController.prototype.setPriority.call(new AbortController(), 'background'),
  'any()': () => TaskSignal.any(),
  'any(1)': () => TaskSignal.any(1),
  'any([{}])': () => TaskSignal.any([{}]),
  "any priority: 'x'": () => TaskSignal.any([], { priority: 'x' }),
  'any priority: null': () => TaskSignal.any([], { priority: null }),
  'any priority: a plain AbortSignal': () => TaskSignal.any([], { priority: new AbortController().signal }),
  "new TaskPriorityChangeEvent('x')": () => new TaskPriorityChangeEvent('x'),
  "new TaskPriorityChangeEvent('x', {})": () => new TaskPriorityChangeEvent('x', {}),
  'new TaskPriorityChangeEvent()': () => new TaskPriorityChangeEvent(),
  'priority of a plain signal': () =>
    Object.getOwnPropertyDescriptor(TaskSignal.prototype, 'priority').get.call(new AbortController().signal),
};
for (const [name, f] of Object.entries(exceptions)) {
  try {
    f();
    console.log(name, 'no exception');
  } catch (e) {
    console.log(name, '->', e instanceof TypeError, e.message);
  }
}
(async () => {
  for (const [name, f] of Object.entries(tasks)) {
    let promise;
    try { promise = f(); } catch (e) { console.log(name, 'threw', e); continue; }
    await promise.then(
      () => console.log(name, 'fulfilled'),
      e => console.log(name, '->', e instanceof TypeError, e.message));
  }
})();

// args: --virtual-time
// Observable 7: the options of yield(), inside a background task with a signal.
const controller = new TaskController({ priority: 'background' });
const other = new TaskController({ priority: 'user-blocking' });
const plain = new AbortController();
const options = {
  'none': undefined,
  '{}': {},
  "priority: 'user-blocking'": { priority: 'user-blocking' },
  "priority: 'user-visible'": { priority: 'user-visible' },
  "priority: 'background'": { priority: 'background' },
  "priority: 'inherit'": { priority: 'inherit' },
  'signal: a TaskSignal': { signal: other.signal },
  'signal: an AbortSignal': { signal: plain.signal },
  "signal: 'inherit'": { signal: 'inherit' },
  "priority: 'inherit', signal: a TaskSignal": { priority: 'inherit', signal: other.signal },
  "priority: 'inherit', signal: 'inherit'": { priority: 'inherit', signal: 'inherit' },
  "priority: 'user-blocking', signal: 'inherit'": { priority: 'user-blocking', signal: 'inherit' },
};
// The position of the continuation among one task of each priority shows its effective priority.
async function level(option) {
  const order = [];
  for (const priority of ['background', 'user-visible', 'user-blocking']) {
    scheduler.postTask(() => order.push(priority), { priority });
  }
  await scheduler.yield(option);
  return order.length === 0 ? 'user-blocking' : order.length === 1 ? 'user-visible' : 'background';
}
(async () => {
  for (const [name, option] of Object.entries(options)) {
    await scheduler.postTask(async () => console.log(name, '->', await level(option)), { signal: controller.signal });
  }
  console.log('outside a task ->', await level());
  // Which signal aborts the continuation?
  for (const [name, option] of Object.entries(options)) {
    if (option?.signal === other.signal || option?.signal === plain.signal) continue;
    const own = new AbortController();
    await scheduler.postTask(async () => {
      const continuation = scheduler.yield(option);
      own.abort(0);
      await continuation.then(
        () => console.log(name, 'is not aborted by the task\'s signal'),
        () => console.log(name, 'is aborted by the task\'s signal'));
    }, { signal: own.signal }).catch(() => {});
    await new Promise(done => setTimeout(done, 2));
  }
  await scheduler.postTask(async () => {
    const continuation = scheduler.yield({ signal: plain.signal });
    plain.abort('plain');
    await continuation.catch(reason => console.log('a signal in the options aborts it:', reason));
  });
})();

// args: --virtual-time
// Observable 6: the signal of a task aborts its continuations, wherever in the task yield() is called.
const cases = {
  'directly': f => f(),
  'after await': async f => { await null; await f(); },
  'in then': f => Promise.resolve().then(f),
  'in queueMicrotask': f => new Promise((done, fail) => queueMicrotask(() => f().then(done, fail))),
  'at a second yield': async f => { await scheduler.yield(); await f(); },
  'not in a timer': f => new Promise((done, fail) => setTimeout(() => f().then(done, fail), 1)),
  'not in a nested task': f => scheduler.postTask(f),
};
(async () => {
  for (const [name, body] of Object.entries(cases)) {
    const controller = new AbortController();
    const task = scheduler.postTask(() => body(async () => {
      const continuation = scheduler.yield();
      controller.abort('the reason');
      await continuation.then(() => console.log(name, 'continued'), reason => console.log(name, 'aborted:', reason));
    }), { signal: controller.signal });
    await task.catch(reason => reason);
    await new Promise(done => setTimeout(done, 5));
  }
  const aborted = new AbortController();
  await scheduler.postTask(async () => {
    aborted.abort('gone');
    await scheduler.yield().catch(reason => console.log('yield after abort:', reason));
  }, { signal: aborted.signal }).catch(reason => console.log('the task:', reason));
})();

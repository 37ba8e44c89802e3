// args: --virtual-time
// Observable 6: what yield() inherits, and where. The tasks are 'background', so a continuation that inherits runs
// after the marker (user-visible), and one that does not runs before it.
const controller = new TaskController({ priority: 'background' });
async function probe(name, body) {
  let marker = false;
  await scheduler.postTask(async () => {
    await body(async () => {
      marker = false;
      scheduler.postTask(() => { marker = true; });
      await scheduler.yield();
      const priority = marker ? 'background' : 'user-visible';
      console.log(`${name}: ${priority}`);
    });
  }, { signal: controller.signal });
}
const { promise: later, resolve: settleLater } = Promise.withResolvers();
(async () => {
  await probe('directly', f => f());
  await probe('after await null', async f => { await null; await f(); });
  await probe('in then', f => Promise.resolve().then(f));
  await probe('in catch', f => Promise.reject(0).catch(f));
  await probe('in finally', f => Promise.resolve().finally(f));
  await probe('through a thenable', async f => { await { then(resolve) { resolve(); } }; await f(); });
  await probe('in the thenable', f => new Promise(done =>
    Promise.resolve({ then(resolve) { f().then(done); resolve(); } })));
  await probe('in queueMicrotask', f => new Promise(done => queueMicrotask(() => f().then(done))));
  await probe('in nested async functions', async f => {
    const inner = async () => { await 0; await f(); };
    await (async () => { await 0; await inner(); })();
  });
  await probe('in an async generator', async f => {
    async function* g() { yield 1; await f(); yield 2; }
    for await (const _ of g());
  });
  await probe('after Promise.all', async f => { await Promise.all([Promise.resolve(), null]); await f(); });
  await probe('after Promise.race', async f => { await Promise.race([Promise.resolve(), null]); await f(); });
  await probe('after a promise of another task', async f => { setTimeout(settleLater, 1); await later; await f(); });
  await probe('at a second yield', async f => { await scheduler.yield(); await f(); });
  await probe('not in a timer', f => new Promise(done => setTimeout(() => f().then(done), 1)));
  await probe('not in a nested task', f => scheduler.postTask(f));
  await probe('not in an event of another task', f => new Promise(done =>
    AbortSignal.timeout(1).addEventListener('abort', () => f().then(done))));
  await new Promise(done => setTimeout(done, 1));
  let marker = false;
  scheduler.postTask(() => { marker = true; });
  await scheduler.yield();
  console.log('afterwards, in unrelated work:', marker ? 'background' : 'user-visible');
})();

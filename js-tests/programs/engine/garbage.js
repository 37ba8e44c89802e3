// args: --test-host
// Observable 10: finished tasks, dropped signals, controllers and dependents are collected; observed ones are not.
const rest = () => new Promise(done => setTimeout(done, 0));
const alive = refs => refs.filter(ref => ref.deref()).length;
const forever = new TaskController();
(async () => {
  const refs = [];
  await (async () => {
    const tasks = [];
    for (let i = 0; i < 50; i++) {
      const held = { i };
      refs.push(new WeakRef(held));
      tasks.push(scheduler.postTask(() => held.i, { signal: forever.signal }));
    }
    await Promise.all(tasks);
  })();
  await rest(); testHost.collectGarbage();
  console.log('held by a long-lived signal after its tasks have run:', alive(refs));

  const controllers = [], signals = [], dependents = [];
  (() => {
    for (let i = 0; i < 50; i++) {
      const controller = new TaskController();
      controllers.push(new WeakRef(controller));
      signals.push(new WeakRef(controller.signal));
      dependents.push(new WeakRef(TaskSignal.any([controller.signal, forever.signal], { priority: forever.signal })));
    }
  })();
  await rest(); testHost.collectGarbage();
  console.log('controllers:', alive(controllers), 'signals:', alive(signals), 'dependents:', alive(dependents));

  const observed = [];
  let events = 0;
  (() => {
    for (let i = 0; i < 10; i++) {
      const byAbort = AbortSignal.any([forever.signal]);
      byAbort.addEventListener('abort', () => events++);
      const byPriority = TaskSignal.any([], { priority: forever.signal });
      byPriority.addEventListener('prioritychange', () => events++);
      observed.push(new WeakRef(byAbort), new WeakRef(byPriority));
    }
  })();
  await rest(); testHost.collectGarbage();
  console.log('observed dependents of a live source:', alive(observed));
  forever.setPriority('background');
  forever.abort();
  console.log('events:', events);

  const orphans = [];
  (() => {
    for (let i = 0; i < 10; i++) {
      const controller = new TaskController();
      const dependent = TaskSignal.any([controller.signal], { priority: controller.signal });
      dependent.onabort = dependent.onprioritychange = () => {};
      orphans.push(new WeakRef(dependent));
    }
  })();
  await rest(); testHost.collectGarbage();
  console.log('observed dependents whose source is gone:', alive(orphans));
})();

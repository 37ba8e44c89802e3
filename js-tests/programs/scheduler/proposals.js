// args: --virtual-time --test-host --experimental scheduler-wait,current-task-signal
// `scheduler.wait()` and `scheduler.currentTaskSignal`.
const at = () => Math.round(performance.now());
const settle = async (name, promise) => {
  const rejected = e => console.log(`${name}: rejected with ${e?.name}: ${e?.message ?? e}`);
  try { console.log(`${name}:`, await promise); } catch (e) { rejected(e); }
};
console.log(scheduler.wait.length, scheduler.wait.name, scheduler.currentTaskSignal instanceof TaskSignal);
const { get } = Object.getOwnPropertyDescriptor(Scheduler.prototype, 'currentTaskSignal');
try { get.call({}); } catch (e) { console.log(e.name, e.message); }
(async () => {
  await settle('no delay', scheduler.wait());
  for (const delay of [-1, NaN, Infinity, 'x', Symbol(), 2 ** 64]) await settle(String(delay), scheduler.wait(delay));
  await settle('wrong this', scheduler.wait.call({}, 1));
  await settle('0', scheduler.wait(0).then(at));
  await settle('20.9', scheduler.wait(20.9).then(at));

  console.log('a wait continues with the priority of its task:');
  const log = [];
  const tasks = ['background', 'user-visible', 'user-blocking'].map(priority => scheduler.postTask(async () => {
    await scheduler.wait(10);
    log.push(priority);
  }, { priority }));
  await Promise.all(tasks);
  console.log(' ', log.join());

  console.log('its signal changes the priority, and aborts:');
  const controller = new TaskController({ priority: 'background' });
  const waits = scheduler.postTask(async () => {
    console.log('  the signal of the task:', scheduler.currentTaskSignal === controller.signal);
    setTimeout(() => controller.setPriority('user-blocking'), 5);
    await scheduler.wait(10);
    console.log('  of its continuation:', scheduler.currentTaskSignal === controller.signal, at());
    setTimeout(() => controller.abort('enough'), 5);
    await scheduler.wait(1e6);
  }, { signal: controller.signal });
  await settle('  aborted', waits);
  console.log('  at', at());
  await settle('  in an aborted task', scheduler.postTask(() => {
    const own = new TaskController();
    return scheduler.postTask(() => { own.abort('at once'); return scheduler.wait(5) }, { signal: own.signal });
  }));
  const show = () => console.log('  ', scheduler.currentTaskSignal.priority, scheduler.currentTaskSignal.aborted);
  console.log('a fixed priority has a new signal:');
  await scheduler.postTask(show, { priority: 'background' });
  const signal = TaskSignal.any([controller.signal], { priority: 'user-blocking' });
  console.log('outside of a task:', scheduler.currentTaskSignal.priority, signal.priority);
  const abort = new AbortController();
  console.log('an AbortSignal aborts it:');
  let own;
  await scheduler.postTask(() => { show(); own = scheduler.currentTaskSignal }, { signal: abort.signal });
  abort.abort('enough');
  console.log('  ', own.reason);
  const nested = () => scheduler.postTask(show, { signal: scheduler.currentTaskSignal });
  await scheduler.postTask(nested, { priority: 'background' });
  console.log('a wait is behind the tasks that were posted before:');
  const order = [];
  await scheduler.postTask(async () => {
    scheduler.postTask(() => order.push('task'));
    await scheduler.wait(0);
    order.push('wait');
    scheduler.postTask(() => order.push('task'));
    await scheduler.yield();
    order.push('yield');
  });
  await scheduler.postTask(() => console.log('  ', order.join()));
  const other = testHost.createRealm();
  await other.scheduler.wait(3);
  await scheduler.postTask(async () => {
    const own = other.scheduler.currentTaskSignal;
    console.log('another scheduler:', own.priority);
  }, { signal: new TaskController().signal });
})();

// args: --test-host
// Several schedulers on one event loop: tasks are selected by priority and age, and no state crosses realms.
const other = testHost.createRealm();
console.log(other.scheduler !== scheduler, other.TaskController !== TaskController,
  other.scheduler instanceof other.Scheduler);
const log = [];
scheduler.postTask(() => log.push('here 1'));
other.scheduler.postTask(() => log.push('there 1'));
scheduler.postTask(() => log.push('here 2'));
other.scheduler.postTask(() => log.push('there first'), { priority: 'user-blocking' });
const controller = new TaskController({ priority: 'background' });
other.scheduler.postTask(() => log.push('there, by a signal from here'), { signal: controller.signal });
controller.setPriority('user-blocking');
scheduler.postTask(() => console.log(log.join(', ')), { priority: 'background' }).then(async () => {
  // The other scheduler does not see the state of a task of this scheduler.
  await scheduler.postTask(async () => {
    let marker = false;
    scheduler.postTask(() => { marker = true; });
    await other.scheduler.yield();
    console.log('yield of the other scheduler:', marker ? 'background' : 'user-visible');
    await scheduler.yield();
    console.log('yield of this one:', marker ? 'background' : 'user-visible');
  }, { priority: 'background' });
});
testHost.evaluateInRealm(other, 'setTimeout(() => { throw new Error("in the other realm") })');
other.addEventListener('error', event => {
  console.log('the other global got', event.message);
  event.preventDefault();
});
addEventListener('error', () => console.log('this global must not get it'));

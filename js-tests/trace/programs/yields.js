// Two tasks that yield in turns, with an abort in between.
const controller = new TaskController();
async function long(name) {
  for (let part = 0; part < 5; part++) {
    console.log(name, part);
    await scheduler.yield();
  }
}
scheduler.postTask(function first() { return long('first'); }, { priority: 'user-blocking' });
scheduler.postTask(function second() { return long('second'); }, { signal: controller.signal }).catch(error => {
  console.log(error.name);
});
setTimeout(function change() { controller.setPriority('background'); }, 0);
scheduler.postTask(function stop() { controller.abort(); }, { delay: 1, priority: 'user-blocking' });
scheduler.yield().then(() => console.log('without a task'));

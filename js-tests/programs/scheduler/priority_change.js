// Observable 8: prioritychange events, and the effect of a changed priority.
const controller = new TaskController({ priority: 'background' });
const log = [];
controller.signal.onprioritychange = event => {
  const flags = [event instanceof TaskPriorityChangeEvent, event.isTrusted, event.bubbles, event.cancelable].join(' ');
  log.push(`source ${event.previousPriority} -> ${event.target.priority} ${flags}`);
  try {
    controller.setPriority('user-visible');
  } catch (e) {
    log.push(`${e.name} ${e instanceof DOMException} ${e.code}`);
  }
};
const first = TaskSignal.any([], { priority: controller.signal });
const second = TaskSignal.any([first], { priority: first });
const third = TaskSignal.any([], { priority: second });
const fixed = TaskSignal.any([controller.signal], { priority: 'background' });
for (const [name, signal] of Object.entries({ first, second, third, fixed })) {
  signal.addEventListener('prioritychange', event =>
    log.push(`${name} ${event.previousPriority} -> ${signal.priority}`));
}
let late;
controller.signal.addEventListener('prioritychange', () => {
  late ??= TaskSignal.any([], { priority: controller.signal });
  late.onprioritychange = () => log.push('late ' + late.priority);
});
const run = [];
const post = (label, options) => scheduler.postTask(() => run.push(label), options);
post('moved 1', { signal: controller.signal });
post('fixed 1', { priority: 'user-blocking' });
post('moved 2', { signal: controller.signal });
post('dependent', { signal: third });
post('fixed 2', { priority: 'user-blocking' });
post('follows only aborts', { signal: fixed });
post('own priority', { signal: controller.signal, priority: 'user-visible' });
controller.setPriority('user-blocking');
controller.setPriority('user-blocking');
console.log(log.join('\n'));
log.length = 0;
scheduler.postTask(() => {
  console.log(run.join(', '));
  controller.setPriority('user-visible');
  console.log(log.join('\n'));
}, { priority: 'background' });

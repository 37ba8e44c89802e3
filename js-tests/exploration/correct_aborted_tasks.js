// correct: once its signal is aborted, a task or continuation that has not started never runs, whether it is
//   delayed, waiting or due (Scheduling APIs, create a task handle, abort steps).
const controller = new TaskController({ priority: 'user-visible' });
const { signal } = controller;

function mustNotRunLate(label) {
  if (signal.aborted) throw new Error(`${label} ran after the abort`);
}
function expectAbort(reason) {
  if (!signal.aborted || reason !== signal.reason) throw reason;
}
for (const delay of [0, 5, 10, 15, 20, 40]) {
  scheduler.postTask(() => mustNotRunLate(`delay ${delay}`), { signal, delay }).catch(expectAbort);
  scheduler.postTask(async () => {
    await scheduler.yield();
    mustNotRunLate(`continuation ${delay}`);
  }, { signal, delay, priority: 'background' }).catch(expectAbort);
}
setTimeout(() => controller.abort(), 12);

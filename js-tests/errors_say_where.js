// args: --virtual-time
// Rejected calls say which operation and member, and where they were called; aborts say where the task was posted; causes are shown.
function callsItWrong() {
  scheduler.postTask(1);
  scheduler.postTask(() => {}, { priority: 'high' });
  scheduler.postTask(() => {}, { delay: -1 });
  scheduler.postTask(() => {}, { signal: {} });
  const { postTask } = scheduler;
  postTask(() => {});
  scheduler.yield({ priority: 'low' });
}
callsItWrong();
const controller = new TaskController();
scheduler.postTask(() => {}, { signal: controller.signal });
function stop() {
  controller.abort();
}
stop();
scheduler.postTask(() => {}, { delay: 1000, signal: AbortSignal.timeout(5) });
setTimeout(() => {
  const inner = new TypeError('inner');
  const outer = new Error('outer', { cause: new RangeError('middle', { cause: inner }) });
  inner.cause = outer;
  throw outer;
}, 10);
const interval = setInterval(function tick() { clearInterval(interval); throw new AggregateError([new Error('one'), 'two'], 'both'); }, 20);
requestIdleCallback(() => { throw new Error('idle', { cause: { code: 7 } }); });
addEventListener('error', event => console.log(event.message, event.lineno, event.colno));

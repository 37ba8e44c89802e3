// args: --virtual-time
// Errors show the operation, the member and the call, or where an aborted task was posted. Causes are shown, too.
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
const id = setInterval(function tick() { clearInterval(id); throw new AggregateError([Error('one'), 2], 'both'); }, 20);
requestIdleCallback(() => { throw new Error('idle', { cause: { code: 7 } }); });
addEventListener('error', event => console.log(event.message, event.lineno, event.colno));

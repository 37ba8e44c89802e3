// Schedules work of every kind, aborts, changes a priority, throws, and uses user timing.
const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
const controller = new TaskController({ priority: 'background' });
async function render() {
  busy(30);
  await scheduler.yield();
  busy(40);
  performance.mark('rendered', { detail: { a: 1 } });
  await 1;
}
function save() { busy(80); }
scheduler.postTask(render, { priority: 'user-blocking' });
scheduler.postTask(save, { signal: controller.signal });
scheduler.postTask(function late() {}, { priority: 'background', delay: 100 });
setTimeout(function timer() { controller.setPriority('user-visible'); throw new Error('boom'); }, 20);
clearTimeout(setTimeout(() => {}, 5));
const abort = new AbortController();
scheduler.postTask(() => {}, { signal: abort.signal }).catch(() => {});
abort.abort();
requestIdleCallback(function idle() {
  performance.measure('all', { start: 0, end: performance.now() });
  console.timeStamp('hi', 1, 20, 'T', 'G', 'primary');
});
const { port1, port2 } = new MessageChannel();
port2.onmessage = function received() { port2.close(); };
port1.postMessage(1);
setInterval(function tick() { if (++this.n > 2) clearInterval(id); }, 30); const id = 3; globalThis.n = 0;

// correct: all microtasks run before the next task, and before the next listener of an event that no script
//   dispatches (HTML 8.1.7.3; Web IDL, invoking callbacks; clean up after running script).
let open = 0;

function step(name) {
  if (open !== 0) throw new Error(`${name} ran before ${open} microtasks`);
  open += 3;
  queueMicrotask(() => {
    open--;
    Promise.resolve().then(() => open--).then(() => open--);
  });
}
const { port1, port2 } = new MessageChannel();
for (const name of ['listener 1', 'listener 2']) port1.addEventListener('message', () => step(name));
port1.start();
port2.postMessage('go');
for (const delay of [0, 0, 10, 10]) setTimeout(step, delay, `timeout of ${delay} ms`);
for (const priority of ['background', 'user-blocking']) scheduler.postTask(() => step(priority), { priority });
requestIdleCallback(() => step('idle 1'));
requestIdleCallback(() => step('idle 2'));

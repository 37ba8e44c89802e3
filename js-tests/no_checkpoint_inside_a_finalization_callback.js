// args: --test-host
// A callback of a FinalizationRegistry is JavaScript that the host calls: no checkpoint comes before it returns.
const target = new EventTarget();
target.addEventListener('event', () => {
  console.log('listener');
  queueMicrotask(() => console.log('microtask'));
});
const registry = new FinalizationRegistry(held => {
  console.log(held, 'callback starts');
  target.dispatchEvent(new Event('event'));
  console.log(held, 'callback ends');
});
(() => { registry.register({}, 'the only'); })();
setTimeout(() => {
  testHost.collectGarbage();
  console.log('collected');
  setTimeout(() => setTimeout(() => console.log('end'), 50), 50);
}, 0);

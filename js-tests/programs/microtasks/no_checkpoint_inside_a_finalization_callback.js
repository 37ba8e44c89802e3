// args: --test-host
// The host calls FinalizationRegistry callbacks: there is no microtask checkpoint before they return.
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

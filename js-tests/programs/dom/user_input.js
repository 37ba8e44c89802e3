// args: --virtual-time --test-host --input click@20ms,mousemove@10ms,keydown@200ms,click@1s
// Simulated input, and what tells a program of it.
const at = () => Math.round(performance.now());
const { scheduling } = navigator;
const attempt = (name, f) => {
  try { console.log(`${name}:`, f()); } catch (e) { console.log(`${name}: ${e.name}: ${e.message}`); }
};
attempt('shape', () => [scheduling instanceof Scheduling, scheduling.isInputPending.length].join());
attempt('the same object', () => scheduling === navigator.scheduling);
attempt('new', () => new Scheduling());
attempt('wrong this', () => Scheduling.prototype.isInputPending.call({}));
attempt('a wrong getter', () => Object.getOwnPropertyDescriptor(Navigator.prototype, 'scheduling').get.call({}));
const throwing = { get includeContinuous() { throw new Error('from the getter') } };
attempt('options that throw', () => scheduling.isInputPending(throwing));
attempt('options are a number', () => scheduling.isInputPending(1));
attempt('other options', () => scheduling.isInputPending({ includeContinuous: 0 }));

for (const type of ['click', 'mousemove', 'keydown']) {
  addEventListener(type, event => {
    console.log(type, at(), event.isTrusted, event.cancelable, event instanceof Event, event.target === globalThis);
    if (at() > 900) throw new Error('in a listener');
  });
}
(async () => {
  // A long task that yields as soon as there is input. Time passes because it reads the clock.
  const start = performance.now();
  while (!scheduling.isInputPending({ includeContinuous: true })) performance.now();
  console.log('any input is pending:', at(), scheduling.isInputPending());
  while (!scheduling.isInputPending()) performance.now();
  console.log('a click is pending:', at());
  await scheduler.yield();
  console.log('after yielding:', scheduling.isInputPending({ includeContinuous: true }), at());
  await new Promise(resolve => setTimeout(resolve));
  console.log('after a timer:', scheduling.isInputPending({ includeContinuous: true }), at());
  const keyed = new Promise(resolve => addEventListener('keydown', resolve, { once: true }));
  // A task that yields to input, with the highest priority.
  await scheduler.postTask(async () => {
    while (performance.now() < 300) {
      if (!scheduling.isInputPending()) continue;
      await scheduler.yield();
      console.log('pending after yielding:', scheduling.isInputPending());
    }
  }, { priority: 'user-blocking' });
  await keyed;
  console.log('nothing is pending:', scheduling.isInputPending());
})();

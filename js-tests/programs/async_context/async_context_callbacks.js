// args: --virtual-time --frames 60 --experimental async-context
// AsyncContext: each animation frame callback has the values of its own request; observers have none.
const variable = new AsyncContext.Variable();
const observer = new PerformanceObserver(() => console.log('observer', variable.get()));
observer.observe({ entryTypes: ['mark'] });
for (const value of [1, 2])
  variable.run(value, () => requestAnimationFrame(() => console.log('frame', variable.get())));
variable.run('mark', () => performance.mark('a'));
variable.run('task', () => scheduler.postTask(() => console.log('task', variable.get())));

// A message carries the values of its sender, also if its port is started later and elsewhere.
const early = new AsyncContext.Variable();
const { port1: sends, port2: starts } = new MessageChannel();
starts.addEventListener('message', ({ data }) => {
  console.log('a message that was sent', data, 'sees', early.get());
  if (data === 'outside') starts.close();
});
early.run('inside', () => sends.postMessage('inside'));
sends.postMessage('outside');
early.run('elsewhere', () => starts.start());

// An idle callback whose timeout comes first
const waited = new AsyncContext.Variable({ defaultValue: 'none' });
const showValue = ({ didTimeout }) => console.log(didTimeout, waited.get());
waited.run('requested', () => requestIdleCallback(showValue, { timeout: 1 }));
for (const end = performance.now() + 10; performance.now() < end;);

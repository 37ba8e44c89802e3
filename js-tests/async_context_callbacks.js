// args: --virtual-time --frames 60 --experimental async-context
// AsyncContext: each animation frame callback has the values of its own request; observers have none.
const variable = new AsyncContext.Variable();
const observer = new PerformanceObserver(() => console.log('observer', variable.get()));
observer.observe({ entryTypes: ['mark'] });
for (const value of [1, 2])
  variable.run(value, () => requestAnimationFrame(() => console.log('frame', variable.get())));
variable.run('mark', () => performance.mark('a'));
variable.run('task', () => scheduler.postTask(() => console.log('task', variable.get())));

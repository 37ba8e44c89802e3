// args: --virtual-time --experimental async-context
// AsyncContext: values follow awaits, promise reactions, timers, tasks, microtasks and messages.
const log = (...values) => console.log(...values);
const id = new AsyncContext.Variable({ name: 'id', defaultValue: 'none' });
const other = new AsyncContext.Variable();
log(id.name, id.get(), JSON.stringify(other.name), other.get());
log(Object.prototype.toString.call(AsyncContext), typeof AsyncContext.Snapshot, typeof Variable);

const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
async function request(number) {
  log(number, 'starts', id.get());
  await null;
  log(number, 'after await', id.get());
  await scheduler.yield();
  log(number, 'after yield', id.get());
  await wait(10 - number);
  log(number, 'after a timer', id.get());
  await scheduler.postTask(async () => {
    log(number, 'in a task', id.get());
    await scheduler.yield();
    log(number, 'in its continuation', id.get());
  }, { priority: 'background' });
  queueMicrotask(() => log(number, 'in a microtask', id.get()));
  requestIdleCallback(() => log(number, 'when idle', id.get()));
  Promise.resolve().then(() => log(number, 'in a reaction', id.get()));
}
for (const number of [1, 2]) id.run(number, request, number);
log('outside', id.get());

// Nested values, exceptions, arguments and results.
const nested = id.run('a', (one, two) => other.run('b', () => [id.get(), other.get(), one, two]), 1, 2);
log(nested.join());
try { id.run('x', () => { throw new Error(id.get()) }) } catch (error) { log(error.message, id.get()) }

// Snapshots.
const snapshot = id.run('kept', () => new AsyncContext.Snapshot());
log(snapshot.run(() => id.get()), snapshot.run((...all) => all.join(), 1, 2), id.get());
const wrapped = id.run('wrapped', () => AsyncContext.Snapshot.wrap(function named(a, b) {
  return [this.x, a, id.get()];
}));
log(wrapped.call({ x: 5 }, 6).join(), wrapped.name, wrapped.length);
id.run('inner', () => log(new AsyncContext.Snapshot().run(() => id.get()), snapshot.run(() => id.get())));

// What is registered without a value runs without one, even if a value is current when it is settled.
let settle;
const promise = new Promise(resolve => { settle = resolve; });
promise.then(() => log('registered outside', id.get()));
id.run('settles', () => { promise.then(() => log('registered inside', id.get())); settle(); });

// Intervals, and timers that are cleared.
id.run('interval', () => {
  let rounds = 0;
  const interval = setInterval(() => { log('round', id.get()); if (++rounds === 2) clearInterval(interval); }, 3);
  clearTimeout(setTimeout(() => log('never'), 1));
});
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => log('message', id.get());
id.run('sender', () => port2.postMessage(0));

// Mistakes.
for (const mistake of [
  () => AsyncContext.Variable(), () => id.run(1), () => id.run(1, 2), () => id.get.call({}),
  () => new AsyncContext.Variable(1), () => AsyncContext.Snapshot.wrap(), () => snapshot.run({}),
  () => new AsyncContext.Variable({ name: Symbol() }),
]) {
  try { mistake(); log('no error'); } catch (error) { log(`${error.name}: ${error.message}`); }
}

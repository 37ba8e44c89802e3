// args: --test-host --virtual-time
// The nesting level of a timer comes from the running task if a timer queued that task, in whatever realm.
// Other tasks have no level. A timer of 1 ms takes 4 ms if the level is above 5.
const other = testHost.createRealm();
const deeply = (f, global = globalThis, levels = 10) =>
  global.setTimeout(() => (levels ? deeply(f, global, levels - 1) : f()), 1);
const delayOf = (setTimeout, done) => {
  const start = performance.now();
  setTimeout(() => done(Math.round(performance.now() - start)), 1);
};
const here = f => setTimeout(f, 1), there = f => other.setTimeout(f, 1);
const byCodeThere = testHost.evaluateInRealm(other, `(f => setTimeout(f, 1))`);
const target = new EventTarget();
const measure = (label, setTimeout, done) => delayOf(setTimeout, delay => { console.log(delay, label); done(); });
const step = (label, begin) => new Promise(done => begin(() => measure(label, here, done)));
const inTimer = (label, begin) => step(label, run => deeply(() => begin(run)));

const steps = [
  // Not a task of a timer.
  () => step('the first level', run => scheduler.postTask(run)),
  // A task of a timer, whatever code it runs.
  () => inTimer('a timer', run => run()),
  () => inTimer('a microtask of a timer', run => queueMicrotask(run)),
  () => inTimer('after an await in a timer', async run => { await null; run(); }),
  () => inTimer('a listener that a timer calls', run => {
    target.addEventListener('type', run, { once: true });
    target.dispatchEvent(new Event('type'));
  }),
  () => step("another realm's timer", run => deeply(run, other)),
  () => step("another realm's timer, called by its own code", run => {
    other.run = run;
    testHost.evaluateInRealm(other, `(function deeply(levels) {
      setTimeout(() => levels ? deeply(levels - 1) : run(), 1);
    })(10)`);
  }),
  () => new Promise(done => deeply(() => measure('for a timer of another realm', there, done))),
  () => new Promise(done => deeply(() => measure('for a timer that code there starts', byCodeThere, done))),
  () => step('alternating timers of two realms', run => (function next(levels) {
    (levels % 2 ? globalThis : other).setTimeout(() => (levels ? next(levels - 1) : run()), 1);
  })(10)),
  () => inTimer('text in a timer', run => { globalThis.run = run; setTimeout('run()', 1); }),
  // Other tasks that a nested timer queues.
  () => inTimer('postTask', run => scheduler.postTask(run)),
  () => inTimer('postTask with a delay', run => scheduler.postTask(run, { delay: 1 })),
  () => inTimer('postTask of another realm', run => other.scheduler.postTask(run)),
  () => inTimer('after scheduler.yield()', async run => { await scheduler.yield(); run(); }),
  () => inTimer('a message', run => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); run(); };
    port2.postMessage(null);
  }),
  () => inTimer('a broadcast', run => {
    const receiver = new BroadcastChannel('name'), sender = new BroadcastChannel('name');
    receiver.onmessage = () => { receiver.close(); sender.close(); run(); };
    sender.postMessage(null);
  }),
  () => inTimer('an idle callback', run => requestIdleCallback(run)),
  () => inTimer('AbortSignal.timeout', run => AbortSignal.timeout(1).addEventListener('abort', run)),
  () => inTimer('a performance observer', run => {
    const observer = new PerformanceObserver(() => { observer.disconnect(); run(); });
    observer.observe({ type: 'mark' });
    performance.mark('mark');
  }),
  () => inTimer('unhandledrejection', run => {
    onunhandledrejection = event => { event.preventDefault(); run(); };
    Promise.reject(0);
  }),
  // The level ends with the task, even if the task throws.
  () => inTimer('after a timer that throws', run => {
    onerror = () => true;
    scheduler.postTask(run);
    throw 0;
  }),
];
(async () => { for (const each of steps) await each(); chain(); })();

// The delays of consecutive levels.
function chain() {
  const delays = [];
  let last = performance.now();
  const passed = () => {
    delays.push(Math.round(performance.now() - last));
    last = performance.now();
    return delays.length < 9;
  };
  scheduler.postTask(() => {
    last = performance.now();
    setTimeout(function next() {
      if (passed()) return setTimeout(next, 0);
      console.log('a chain:', delays.join(' '));
      scheduler.postTask(() => {
        delays.length = 0;
        last = performance.now();
        const id = setInterval(() => {
          if (passed()) return;
          clearInterval(id);
          console.log('an interval:', delays.join(' '));
        }, 1);
      });
    }, 0);
  });
}

// args: --test-host --virtual-time
// The nesting level of a timer is that of the task that runs, if a timer made that task, in whatever realm.
// Other tasks have none. A timer of 1 ms takes 4 ms where the level is above 5.
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
  // No timer's task.
  () => step('the first level', run => scheduler.postTask(run)),
  // The same task, however it got here.
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
  () => new Promise(done => deeply(() => measure('for one that code there starts', byCodeThere, done))),
  () => step('timers of two realms by turns', run => (function next(levels) {
    (levels % 2 ? globalThis : other).setTimeout(() => (levels ? next(levels - 1) : run()), 1);
  })(10)),
  () => inTimer('text in a timer', run => { globalThis.run = run; setTimeout('run()', 1); }),
  // Other tasks that such a timer started.
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
  // The level ends with the task, also with one that throws.
  () => inTimer('after a timer that throws', run => {
    onerror = () => true;
    scheduler.postTask(run);
    throw 0;
  }),
];
(async () => { for (const each of steps) await each(); chain(); })();

// The levels themselves.
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

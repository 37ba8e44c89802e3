// args: --virtual-time --test-host
// An error is not attributed to the task that created a FinalizationRegistry, even if a callback of it ran before.
scheduler.postTask(function poster() {
  globalThis.registry = new FinalizationRegistry(() => console.log('finalized'));
  (() => { registry.register({}, 1); })();
});
setTimeout(() => { testHost.collectGarbage(); testHost.collectGarbage(); }, 5);
setTimeout(() => { throw new Error('thrown by the timer'); }, 50);
setTimeout(() => { Promise.reject(new Error('rejected by the timer')); }, 60);

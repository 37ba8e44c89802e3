// args: --virtual-time
// The error of a call with an already aborted signal shows where the call was made, not where the abort was.
const signal = AbortSignal.timeout(1);
setTimeout(function later() {
  scheduler.postTask(() => {}, { signal });
  scheduler.yield({ signal });
}, 10);

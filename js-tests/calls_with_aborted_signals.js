// args: --virtual-time
// A call whose signal was aborted before says where it was, not where the abort was.
const signal = AbortSignal.timeout(1);
setTimeout(function later() {
  scheduler.postTask(() => {}, { signal });
  scheduler.yield({ signal });
}, 10);

// Workers, which have a thread each, with messages in both directions.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
const url = script(() => {
  onmessage = async ({ data }) => {
    await scheduler.postTask(function work() {
      const end = performance.now() + 20;
      while (performance.now() < end);
    }, { priority: 'user-blocking' });
    await scheduler.yield();
    setTimeout(function answer() { postMessage(data * 2); performance.mark('answered'); }, 5);
  };
});
for (const name of ['one', 'two', '']) {
  const worker = new Worker(url, { name });
  worker.postMessage(1);
  worker.onmessage = function received() {
    busy(3);
    if (name === 'two') worker.terminate();
    else worker.postMessage(2);
    setTimeout(() => worker.terminate(), 100);
  };
}

// needs: intent
// depth: 1
// fails: in the worker, the timer that closes the store fires before the delay of the task that saves.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  const store = { open: true, drafts: 0 };
  onmessage = () => {
    scheduler.postTask(() => {
      if (!store.open) throw new Error('the store is closed');
      store.drafts++;
    }, { delay: 8 });
    setTimeout(() => { store.open = false; }, 10);
  };
}), { name: 'store' });
worker.postMessage('save');

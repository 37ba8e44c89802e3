// correct: A worker that closes its store after it has saved does not depend on timers.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  const store = { open: true, drafts: 0 };
  onmessage = async () => {
    await scheduler.postTask(() => {
      if (!store.open) throw new Error('the store is closed');
      store.drafts++;
    }, { delay: 8 });
    setTimeout(() => { store.open = false; }, 10);
  };
}), { name: 'store' });
worker.postMessage('save');

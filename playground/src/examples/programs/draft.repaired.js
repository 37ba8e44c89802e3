// Saves a draft while a page is closing: closing waits for what is being saved.
const store = { open: true, drafts: [] };
const saving = new Set();

function save(text) {
  const saved = scheduler.postTask(() => {
    if (!store.open) throw new Error('cannot save: the store is closed');
    store.drafts.push(text);
  }, { delay: 8 });
  saving.add(saved);
  return saved.finally(() => saving.delete(saved));
}

async function close() {
  await Promise.allSettled(saving);
  store.open = false;
  console.log(`closed with ${store.drafts.length} draft`);
}

save('Dear Ada, ...');
setTimeout(close, 10);

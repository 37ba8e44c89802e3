// Saves a draft while a page is closing. It works, almost always.
const store = { open: true, drafts: [] };

function save(text) {
  return scheduler.postTask(() => {
    if (!store.open) throw new Error('cannot save: the store is closed');
    store.drafts.push(text);
  }, { delay: 8 });
}

function close() {
  store.open = false;
  console.log(`closed with ${store.drafts.length} draft`);
}

save('Dear Ada, ...');
setTimeout(close, 10);

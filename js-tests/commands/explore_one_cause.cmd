explore --jobs 1 -
let open = true, mode = '';
scheduler.postTask(() => { mode += 'a' });
setTimeout(() => { mode += 'b' });
setTimeout(() => { open = false }, 10);
scheduler.postTask(() => { if (!open) throw new Error(`not saved: ${mode}`) }, { delay: 8 });

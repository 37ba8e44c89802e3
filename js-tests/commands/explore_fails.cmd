explore --jobs 1 -
let draft;
setTimeout(() => { draft = 'text' }, 5);
scheduler.postTask(() => { if (!draft) throw new Error('nothing to save') }, { delay: 10 });

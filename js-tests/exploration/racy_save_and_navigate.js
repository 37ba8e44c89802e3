// needs: intent
// depth: 1
// fails: the debounced save is late, so the page is left before it.
const disk = { draft: '' };
let text = '', timer;
const write = () => { disk.draft = text; };
function type(more) { text += more; clearTimeout(timer); timer = setTimeout(write, 30); }
function navigate() {
  clearTimeout(timer);
  if (disk.draft !== text) throw new Error(`left with '${disk.draft}' instead of '${text}'`);
}
setTimeout(() => type('Dear '), 0);
setTimeout(() => type('Ada'), 10);
scheduler.postTask(navigate, { delay: 45 });

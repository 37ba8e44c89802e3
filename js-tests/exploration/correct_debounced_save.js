// correct: Closing aborts a save that has begun.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const editor = new AbortController();
let timer, saves = 0;
function edited() {
  clearTimeout(timer);
  timer = setTimeout(save, 5);
}
async function save() {
  await answer('saving');
  if (editor.signal.aborted) return;
  saves++;
}
edited();
edited();
scheduler.postTask(() => {
  clearTimeout(timer);
  editor.abort();
  const before = saves;
  setTimeout(() => { if (saves > before) throw new Error('saved after closing'); }, 50);
}, { delay: 5, priority: 'user-blocking' });

// needs: intent
// depth: 1
// fails: the timer of the debounced save fires before the task that closes the editor: it is not stopped then.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const editor = { isOpen: true };
let timer, saves = 0;
function edited() {
  clearTimeout(timer);
  timer = setTimeout(save, 5);
}
async function save() {
  await answer('saving');
  if (!editor.isOpen) throw new Error('saved after closing');
  saves++;
}
edited();
edited();
scheduler.postTask(() => { clearTimeout(timer); editor.isOpen = false; }, { delay: 5, priority: 'user-blocking' });

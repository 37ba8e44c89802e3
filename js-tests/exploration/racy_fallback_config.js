// needs: standard
// depth: 2
// fails: for both resources the message runs before the user-blocking task; by the letter the loop may take the
//   message first, and each time is a choice of its own.
const fallbacks = [];

async function load(name) {
  const { port1, port2 } = new MessageChannel();
  let value = null;
  const loading = scheduler.postTask(() => { value = `${name} of the user`; }, { priority: 'user-blocking' });
  port2.postMessage('render');
  await new Promise(resolve => { port1.onmessage = resolve; });
  if (!value) fallbacks.push(name);
  await loading;
}
load('theme').then(() => load('locale')).then(() => {
  if (fallbacks.length === 2) throw new Error(`nothing of the user was loaded in time: ${fallbacks}`);
});

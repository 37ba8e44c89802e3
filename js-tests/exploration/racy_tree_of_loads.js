// needs: intent
// depth: 1
// fails: a node says that it is ready when its last child to be asked for is, not when all of them are.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const children = { page: ['menu', 'text'], menu: [], text: [] };
const ready = new Set();
async function load(name) {
  let last;
  for (const child of children[name]) last = load(child);
  await last;
  await answer(name);
  const missing = children[name].filter(child => !ready.has(child));
  if (missing.length > 0) throw new Error(`${name} without ${missing}`);
  ready.add(name);
}
load('page');

// needs: intent
// depth: 1
// fails: what was asked for before a change arrives after it, and replaces the new value.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const server = { name: 'old' };
let shown;
async function revalidate() {
  const name = server.name;
  shown = await answer(name);
}
async function change(name) {
  shown = name;
  await answer('saved');
  server.name = name;
  shown = name;
}
revalidate();
change('new').then(() => answer('later')).then(() => {
  if (shown !== 'new') throw new Error(`shown: ${shown}`);
});

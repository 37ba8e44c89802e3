// correct: What was asked for before a change is dropped.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const server = { name: 'old' };
let shown, changes = 0;
async function revalidate() {
  const before = changes;
  const name = await answer(server.name);
  if (before === changes) shown = name;
}
async function change(name) {
  changes++;
  shown = name;
  await answer('saved');
  server.name = name;
}
revalidate();
change('new').then(() => answer('later')).then(() => {
  if (shown !== 'new') throw new Error(`shown: ${shown}`);
});

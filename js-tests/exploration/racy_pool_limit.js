// needs: intent
// depth: 1
// fails: both clients see a free place before the first connection counts: it does only when it is open.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const most = 1;
let open = 0, highest = 0;
async function connect() {
  if (open >= most) return;
  await answer('handshake');
  highest = Math.max(highest, ++open);
  if (highest > most) throw new Error(`${highest} connections`);
}
async function client(pauses) {
  for (let i = 0; i < pauses; i++) await answer('pause');
  await connect();
}
client(0);
client(2);

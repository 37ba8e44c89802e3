// correct: A connection counts as soon as it is wanted.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const most = 1;
let open = 0, highest = 0;
async function connect() {
  if (open >= most) return;
  highest = Math.max(highest, ++open);
  await answer('handshake');
  if (highest > most) throw new Error(`${highest} connections`);
}
async function client(pauses) {
  for (let i = 0; i < pauses; i++) await answer('pause');
  await connect();
}
client(0);
client(2);

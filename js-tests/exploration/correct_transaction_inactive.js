// correct: The transaction starts after the answer.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
class Transaction {
  active = true;
  constructor() { setTimeout(() => { this.active = false; }, 1); }
  put(value) { if (!this.active) throw new Error('the transaction is not active'); rows.push(value); }
}
const rows = [];
async function save(url) {
  const data = await net(url);
  const transaction = new Transaction();
  transaction.put('start');
  transaction.put(data);
}
save('/a');

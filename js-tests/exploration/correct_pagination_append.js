// correct: Each request takes the number of its page before it waits.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const list = [];
let page = 0;
async function more() {
  const mine = page++;
  const rows = await net([mine * 2 + 1, mine * 2 + 2]);
  list.push(...rows);
}
Promise.all([more(), scheduler.postTask(more)]).then(() => {
  if (new Set(list).size !== list.length) throw new Error(`rows twice: ${list}`);
});

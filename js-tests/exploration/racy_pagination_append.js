// needs: intent
// depth: 1
// fails: the next page is requested before the answer to the first request, and is the same page.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const list = [];
let page = 0;
async function more() {
  const rows = await net([page * 2 + 1, page * 2 + 2]);
  page++;
  list.push(...rows);
}
Promise.all([more(), scheduler.postTask(more)]).then(() => {
  if (new Set(list).size !== list.length) throw new Error(`rows twice: ${list}`);
});

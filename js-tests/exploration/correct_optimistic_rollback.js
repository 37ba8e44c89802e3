// correct: A rollback takes back only its own change.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const ui = { likes: 10 };
const server = {
  likes: 10,
  async like(ok) {
    await net(null);
    if (!ok) throw new Error('offline');
    return ++this.likes;
  },
};
async function like(ok) {
  ui.likes++;
  try { await server.like(ok); } catch { ui.likes--; }
}
const first = like(false);
const second = scheduler.postTask(() => like(true));
Promise.all([first, second]).then(() => {
  if (ui.likes !== server.likes) throw new Error(`the page says ${ui.likes}, the server ${server.likes}`);
});

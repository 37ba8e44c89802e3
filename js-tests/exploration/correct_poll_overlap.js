// correct: Each poll starts after the end of the last one.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
let running = 0, over = false;
async function poll() {
  if (++running > 1) throw new Error('two polls at once');
  await net('status', 15);
  running--;
  if (!over) setTimeout(poll, 20);
}
setTimeout(poll, 20);
setTimeout(() => { over = true; }, 70);

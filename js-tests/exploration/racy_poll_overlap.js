// needs: intent
// depth: 1
// fails: an answer is late, so the next poll starts before the last one has ended.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
let running = 0;
async function poll() {
  if (++running > 1) throw new Error('two polls at once');
  await net('status', 15);
  running--;
}
const id = setInterval(poll, 20);
setTimeout(() => clearInterval(id), 70);

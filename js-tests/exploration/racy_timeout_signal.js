// needs: intent
// depth: 1
// fails: the answer is late, so the signal of the timeout is aborted before it.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
async function load(signal) {
  const value = await net('config', 15);
  signal.throwIfAborted();
  return value;
}
load(AbortSignal.timeout(20)).then(value => console.log(value));

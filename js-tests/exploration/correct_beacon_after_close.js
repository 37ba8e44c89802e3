// correct: The queue is flushed before the port is closed.
const queue = [], sent = [];
const { port1: beacon, port2: server } = new MessageChannel();
server.onmessage = ({ data }) => sent.push(...data);
function track(event) {
  queue.push(event);
  if (queue.length === 1) requestIdleCallback(flush);
}
function flush() { if (queue.length) beacon.postMessage(queue.splice(0)); }
track('open');
setTimeout(() => track('click'), 60);
setTimeout(() => {
  flush();
  server.addEventListener('close', () => { if (sent.length !== 2) throw new Error(`sent ${sent}`); });
  beacon.close();
}, 120);

// needs: intent
// depth: 1
// fails: the port is closed before the idle period in which the queue is flushed.
const queue = [], sent = [];
const { port1: beacon, port2: server } = new MessageChannel();
server.onmessage = ({ data }) => sent.push(...data);
function track(event) {
  queue.push(event);
  if (queue.length === 1) requestIdleCallback(flush);
}
function flush() { beacon.postMessage(queue.splice(0)); }
track('open');
setTimeout(() => track('click'), 60);
setTimeout(() => {
  beacon.close();
  setTimeout(() => { if (sent.length + queue.length !== 2 || queue.length) throw new Error(`sent ${sent}`); });
}, 120);

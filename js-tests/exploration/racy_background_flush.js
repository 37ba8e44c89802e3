// needs: standard
// depth: 1
// fails: the background task runs before the message that is ready; by the letter the loop may take the
//   scheduler's task first whatever its priority.
const { port1, port2 } = new MessageChannel();
const metrics = [];
let exporter = null;

port1.onmessage = event => { exporter = { target: event.data, sent: [] }; };
port2.postMessage('collector');

function record(name) {
  metrics.push({ name, at: performance.now() });
}
record('startup');
record('first paint');
scheduler.postTask(() => {
  if (!exporter) throw new Error('flushed metrics without an exporter');
  exporter.sent.push(...metrics.splice(0));
}, { priority: 'background' });

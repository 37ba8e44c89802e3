// correct: A worker that is restarted gets the jobs again that were in flight.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => { onmessage = ({ data }) => postMessage(data); });
const pending = new Set();
let worker;
function start() {
  worker = new Worker(url);
  worker.onmessage = ({ data }) => pending.delete(data);
}
function send(job) {
  pending.add(job);
  worker.postMessage(job);
}
start();
send('index');

setTimeout(() => {
  worker.terminate();
  start();
  for (const job of pending) worker.postMessage(job);
  worker.addEventListener('message', () => { if (pending.size > 0) throw new Error(`never done: ${[...pending]}`); });
}, 15);

// needs: intent
// depth: 1
// fails: the worker is restarted while a job is in flight, and nobody sends the job again.
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
}, 15);
setTimeout(() => { if (pending.size > 0) throw new Error(`never done: ${[...pending]}`); }, 200);

// needs: intent
// depth: 1
// fails: the worker closes itself before it has read the message that waits at its other port.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data: port }) => {
    if (!port) return close();
    port.onmessage = ({ data }) => postMessage(data);
  };
}));
const { port1, port2 } = new MessageChannel();
let saved;
worker.onmessage = ({ data }) => { saved = data; };
worker.postMessage(port2, [port2]);
setTimeout(() => {
  port1.postMessage('a draft');
  worker.postMessage(null);
}, 10);
setTimeout(() => { if (!saved) throw new Error('the draft is lost'); }, 100);

// needs: intent
// depth: 1
// fails: progress and result come through two ports, so the last progress may come after the result.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data: port }) => {
    port.postMessage(50);
    port.postMessage(90);
    postMessage('done');
  };
}));
const { port1, port2 } = new MessageChannel();
let shown = 0;
port1.onmessage = ({ data }) => {
  if (shown === 100) throw new Error(`${data} % after the end`);
  shown = data;
};
worker.onmessage = () => { shown = 100; };
worker.postMessage(port2, [port2]);

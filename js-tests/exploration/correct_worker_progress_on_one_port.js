// correct: Progress and result come through one port, in order.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = () => {
    postMessage(50);
    postMessage(90);
    postMessage(100);
  };
}));
let shown = 0;
worker.onmessage = ({ data }) => {
  if (shown === 100) throw new Error(`${data} % after the end`);
  shown = data;
};
worker.postMessage('start');

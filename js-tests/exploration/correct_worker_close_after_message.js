// correct: The message and the request to close come through one port, in order.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data: port }) => {
    port.onmessage = ({ data }) => {
      if (data) postMessage(data);
      else close();
    };
  };
}));
const { port1, port2 } = new MessageChannel();
worker.onmessage = ({ data }) => { if (data !== 'a draft') throw new Error('the draft is lost'); };
worker.postMessage(port2, [port2]);
setTimeout(() => {
  port1.postMessage('a draft');
  port1.postMessage(null);
}, 10);

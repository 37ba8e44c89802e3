// args: --virtual-time
// A port goes to a worker, back, and to the worker again, with a message in its queue each time.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data, ports: [port] }) => {
    if (data === 'give it back') return postMessage('here it is', [port]);
    port.onmessage = ({ data }) => postMessage(`the worker reads ${data}`);
  };
}));
const { port1, port2 } = new MessageChannel();
port1.postMessage('one');
worker.postMessage('give it back', [port2]);
worker.onmessage = ({ data, ports: [port] }) => {
  console.log(data);
  if (!port) return worker.terminate();
  port1.postMessage('two');
  port.onmessage = ({ data }) => {
    console.log(`the program reads ${data}`);
    if (data === 'two') worker.postMessage('keep it', [port]);
    if (data === 'two') port1.postMessage('three');
  };
};

// correct: A handler that waits for the settings may be called before they are loaded.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  const settings = new Promise(resolve => setTimeout(() => resolve({ factor: 3 }), 5));
  onmessage = async ({ data }) => postMessage(data * (await settings).factor);
}));
worker.onmessage = ({ data }) => { if (data !== 6) throw new Error(`not 6: ${data}`); };
setTimeout(() => worker.postMessage(2), 10);

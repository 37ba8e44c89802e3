// needs: intent
// depth: 1
// fails: the message is handled before a timer of the worker, which is late, has loaded the settings.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  let settings;
  setTimeout(() => { settings = { factor: 3 }; }, 5);
  onmessage = ({ data }) => postMessage(data * settings.factor);
}));
worker.onmessage = ({ data }) => { if (data !== 6) throw new Error(`not 6: ${data}`); };
setTimeout(() => worker.postMessage(2), 10);

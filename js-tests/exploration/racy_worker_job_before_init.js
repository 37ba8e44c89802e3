// needs: intent
// depth: 1
// fails: the first job comes before the configuration, which the program waits for.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  let config;
  onmessage = ({ data }) => {
    if (data.config) config = data.config;
    else postMessage(data.job * config.factor);
  };
}));
worker.onmessage = ({ data }) => { if (data !== 6) throw new Error(`not 6: ${data}`); };
scheduler.postTask(() => worker.postMessage({ config: { factor: 3 } }), { delay: 4 });
setTimeout(() => worker.postMessage({ job: 2 }), 6);

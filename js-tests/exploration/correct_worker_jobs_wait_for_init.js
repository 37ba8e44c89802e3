// correct: A worker that keeps the jobs until it is configured needs no order.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  let config;
  const jobs = [];
  onmessage = ({ data }) => {
    if (data.config) config = data.config;
    else jobs.push(data.job);
    if (config) for (const job of jobs.splice(0)) postMessage(job * config.factor);
  };
}));
worker.onmessage = ({ data }) => { if (data !== 6) throw new Error(`not 6: ${data}`); };
scheduler.postTask(() => worker.postMessage({ config: { factor: 3 } }), { delay: 4 });
setTimeout(() => worker.postMessage({ job: 2 }), 6);

// needs: intent
// depth: 1
// fails: the results are taken in the order of the jobs, but the second pool is faster.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: { port, job } }) => port.postMessage({ pool: self.name, result: job * 2 });
});
const pools = ['small', 'large'].map(name => new Worker(url, { name }));

const results = [];
pools.forEach((pool, index) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    results.push(data.result);
    if (results.length === 2 && results[0] !== 2) throw new Error(`small has ${results[0]}`);
  };
  pool.postMessage({ port: port2, job: index + 1 }, [port2]);
});

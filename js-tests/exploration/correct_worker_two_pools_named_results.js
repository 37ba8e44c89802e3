// correct: Results that say which pool they come from may arrive in any order.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: { port, job } }) => port.postMessage({ pool: self.name, result: job * 2 });
});
const pools = ['small', 'large'].map(name => new Worker(url, { name }));

const results = new Map();
pools.forEach((pool, index) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    results.set(data.pool, data.result);
    if (results.size === 2 && results.get('small') !== 2) throw new Error(`small has ${results.get('small')}`);
  };
  pool.postMessage({ port: port2, job: index + 1 }, [port2]);
});

// correct: The main agent adds, so that no update of a worker is lost.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = () => postMessage({ add: 1 });
});
const cache = { value: 0 };
let writes = 0;
const workers = ['one', 'two'].map(name => new Worker(url, { name }));
for (const worker of workers) {
  worker.onmessage = ({ data: { add } }) => {
    cache.value += add;
    if (++writes === 2 && cache.value !== 2) throw new Error('an update is lost');
  };
}
workers[0].postMessage({ start: true });
setTimeout(() => workers[1].postMessage({ start: true }), 10);

// needs: intent
// depth: 2
// fails: both workers read the value in the main agent before either writes it.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  onmessage = ({ data: { start, value } }) => postMessage(start ? { get: true } : { set: value + 1 });
});
const cache = { value: 0 };
let writes = 0;
const workers = ['one', 'two'].map(name => new Worker(url, { name }));
for (const worker of workers) {
  worker.onmessage = ({ data: { get, set } }) => {
    if (get) return worker.postMessage({ value: cache.value });
    cache.value = set;
    if (++writes === 2 && cache.value !== 2) throw new Error('an update is lost');
  };
}
workers[0].postMessage({ start: true });
setTimeout(() => workers[1].postMessage({ start: true }), 10);

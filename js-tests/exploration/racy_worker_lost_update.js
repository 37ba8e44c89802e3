// needs: intent
// depth: 2
// fails: both questions reach the cache before the first update does.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const cache = new Worker(script(() => {
  let count = 0;
  onmessage = ({ data: { id, set } }) => {
    if (set !== undefined) count = set;
    postMessage({ id, count });
  };
}));
const waiting = new Map();
let last = 0;
cache.onmessage = ({ data: { id, count } }) => waiting.get(id)(count);
const ask = question => new Promise(resolve => {
  waiting.set(++last, resolve);
  cache.postMessage({ id: last, ...question });
});
const increment = async () => ask({ set: await ask({}) + 1 });
const first = increment();
setTimeout(async () => {
  await Promise.all([first, increment()]);
  if (await ask({}) !== 2) throw new Error('an update is lost');
}, 10);

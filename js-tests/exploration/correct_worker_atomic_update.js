// correct: The cache changes its value itself, so no update is lost.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const cache = new Worker(script(() => {
  let count = 0;
  onmessage = ({ data: { id, add } }) => {
    count += add;
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
const first = ask({ add: 1 });
setTimeout(async () => {
  await Promise.all([first, ask({ add: 1 })]);
  if (await ask({ add: 0 }) !== 2) throw new Error('an update is lost');
}, 10);

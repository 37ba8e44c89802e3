// needs: intent
// depth: 2
// fails: the first worker answers after the second one.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const echo = script(() => { onmessage = ({ data }) => postMessage(data); });
let shown = '';
for (const query of ['a', 'ab']) {
  const worker = new Worker(echo);
  worker.onmessage = ({ data }) => { shown = data; };
  worker.postMessage(query);
}
setTimeout(() => {
  if (shown !== 'ab') throw new Error(`the result of '${shown}' is shown`);
}, 200);

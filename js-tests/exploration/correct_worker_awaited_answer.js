// correct: The program waits for the answer before it ends the worker.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data }) => postMessage(data * 2);
}));
const answer = new Promise(resolve => { worker.onmessage = ({ data }) => resolve(data); });
worker.postMessage(21);
setTimeout(async () => {
  const value = await answer;
  worker.terminate();
  if (value !== 42) throw new Error(`the answer is ${value}`);
}, 20);

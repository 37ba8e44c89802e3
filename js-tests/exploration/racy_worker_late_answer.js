// needs: intent
// depth: 1
// fails: the answer of the worker comes after the timer, which assumes that it is there.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data }) => postMessage(data * 2);
}));
let answer;
worker.onmessage = ({ data }) => { answer = data; };
worker.postMessage(21);
setTimeout(() => {
  worker.terminate();
  if (answer !== 42) throw new Error(`the answer is ${answer}`);
}, 20);

// needs: intent
// depth: 1
// fails: the worker is terminated before its answer, for which the program waits.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data }) => setTimeout(() => postMessage(data.length), 5);
}));
let saved = 0;
worker.onmessage = ({ data }) => { saved += data; };
worker.postMessage('a draft');
setTimeout(() => worker.terminate(), 20);
setTimeout(() => { if (saved === 0) throw new Error('the draft is lost'); }, 100);

// correct: A worker that is terminated after its last answer loses none.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data }) => setTimeout(() => postMessage(data.length), 5);
}));
let saved = 0;
worker.onmessage = ({ data }) => {
  saved += data;
  worker.terminate();
  setTimeout(() => { if (saved !== 7) throw new Error('the draft is lost'); }, 100);
};
worker.postMessage('a draft');

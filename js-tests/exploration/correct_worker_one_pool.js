// correct: One worker answers in the order of the questions.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => { onmessage = ({ data }) => postMessage(data); }));
const shown = [];
worker.onmessage = ({ data }) => {
  shown.push(data);
  if (shown.length === 3 && shown.join() !== '1,2,3') throw new Error(shown.join());
};
worker.postMessage(1);
scheduler.postTask(() => worker.postMessage(2)).then(() => worker.postMessage(3));

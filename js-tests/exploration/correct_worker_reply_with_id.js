// correct: A reply that says which question it answers may be late.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data: { id, question } }) => postMessage({ id, answer: `${question}!` });
}));
let last = 0;
const ask = question => new Promise((resolve, reject) => {
  const id = ++last;
  worker.addEventListener('message', ({ data }) => { if (data.id === id) resolve(data.answer); });
  worker.onmessage = null;
  setTimeout(reject, 20, 'timeout');
  worker.postMessage({ id, question });
});
worker.onmessage = null;
ask('one').catch(() => 'none').then(async () => {
  const answer = await ask('two').catch(() => 'two!');
  if (answer !== 'two!') throw new Error(`the answer to two is ${answer}`);
});

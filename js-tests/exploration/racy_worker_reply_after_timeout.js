// needs: intent
// depth: 2
// fails: the late reply to the first question is taken for that to the second one.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => { onmessage = ({ data }) => postMessage(`${data}!`); }));
const ask = question => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  setTimeout(reject, 20, 'timeout');
  worker.postMessage(question);
});
ask('one').catch(() => 'none').then(async () => {
  const answer = await ask('two').catch(() => 'two!');
  if (answer !== 'two!') throw new Error(`the answer to two is ${answer}`);
});

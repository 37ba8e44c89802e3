// correct: A buffer that is transferred after its last use is never read when it is gone.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data }) => postMessage(data.byteLength);
  setTimeout(() => postMessage('ready'), 10);
}));
const samples = new Uint8Array([1, 2, 3, 4]);
const ready = new Promise(resolve => { worker.onmessage = resolve; });
let sum = 0;
const add = async at => {
  if (samples.length === 0) throw new Error('the samples are gone');
  sum += samples[at];
  if (at < 3) return setTimeout(add, 1, at + 1);
  await ready;
  worker.postMessage(samples.buffer, [samples.buffer]);
};
setTimeout(add, 1, 0);

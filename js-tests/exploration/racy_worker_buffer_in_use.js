// needs: intent
// depth: 1
// fails: the buffer is transferred while a task still reads it.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  onmessage = ({ data }) => postMessage(data.byteLength);
  setTimeout(() => postMessage('ready'), 10);
}));
const samples = new Uint8Array([1, 2, 3, 4]);
let sum = 0;
const add = at => {
  if (samples.length === 0) throw new Error('the samples are gone');
  sum += samples[at];
  if (at < 3) setTimeout(add, 1, at + 1);
};
setTimeout(add, 1, 0);
worker.onmessage = ({ data }) => {
  if (data === 'ready') worker.postMessage(samples.buffer, [samples.buffer]);
};

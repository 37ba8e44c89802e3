// correct: A lock elects one leader, whoever asks first.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  const wait = self.name === 'first' ? 5 : 10;
  setTimeout(() => navigator.locks.request('leader', { ifAvailable: true }, lock => {
    if (!lock) return;
    postMessage('leads');
    return new Promise(() => {});
  }), wait);
});
let leaders = 0;
for (const name of ['first', 'second']) {
  new Worker(url, { name }).onmessage = () => { if (++leaders > 1) throw new Error('two leaders'); };
}

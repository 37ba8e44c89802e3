// needs: intent
// depth: 3
// fails: both workers have claimed to lead before either has heard of the other.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  const channel = new BroadcastChannel('leader');
  let taken = false;
  channel.onmessage = () => { taken = true; };
  onmessage = () => {
    setTimeout(() => {
      if (taken) return;
      channel.postMessage('I lead');
      postMessage('leader');
    }, 1);
  };
});
let leaders = 0;
const workers = ['one', 'two'].map(name => new Worker(url, { name }));
for (const worker of workers) {
  worker.onmessage = () => { if (++leaders > 1) throw new Error('there are two leaders'); };
}
workers[0].postMessage('start');
setTimeout(() => workers[1].postMessage('start'), 5);

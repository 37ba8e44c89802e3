// needs: intent
// depth: 1
// fails: the second worker has not heard of the first one when its own wait is over, so both lead.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const url = script(() => {
  const channel = new BroadcastChannel('election');
  let leader;
  channel.onmessage = ({ data }) => {
    if (leader === self.name) postMessage('two leaders');
    leader = data;
  };
  const wait = self.name === 'first' ? 5 : 10;
  setTimeout(() => {
    if (leader) return;
    leader = self.name;
    channel.postMessage(leader);
  }, wait);
});
for (const name of ['first', 'second']) {
  new Worker(url, { name }).onmessage = ({ data }) => { throw new Error(data); };
}

// needs: intent
// depth: 1
// fails: an answer overtakes another one, and results are collected as they arrive.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const results = [];
async function render(urls) {
  await Promise.all(urls.map(async url => { results.push(await net(url)); }));
  if (results.join() !== urls.join()) throw new Error(`${results} instead of ${urls}`);
}
render(['a', 'b', 'c']);

// correct: Promise.all keeps the order of the requests, whatever arrives first.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
async function render(urls) {
  const results = await Promise.all(urls.map(url => net(url)));
  if (results.join() !== urls.join()) throw new Error(`${results} instead of ${urls}`);
}
render(['a', 'b', 'c']);

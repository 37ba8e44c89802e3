// needs: intent
// depth: 1
// fails: the far answer arrives first, and the near one, which loses the race, is cached after it.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const log = [];
async function from(mirror) { const data = await net(mirror); log.push(`cached ${mirror}`); return data; }
Promise.race([from('near'), from('far')]).then(async winner => {
  log.push(`used ${winner}`);
  await net('render');
  if (log.filter(it => it.startsWith('cached')).at(-1) !== 'cached far') throw new Error(log.join());
});

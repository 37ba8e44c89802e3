// correct: Only the winner of the race is cached.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const log = [];
async function from(mirror) { return net(mirror); }
Promise.race([from('near'), from('far')]).then(async winner => {
  log.push(`cached ${winner}`);
  log.push(`used ${winner}`);
  await net('render');
  if (log.at(-1) !== `used ${winner}`) throw new Error(log.join());
});

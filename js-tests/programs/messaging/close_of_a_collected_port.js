// args: --virtual-time --test-host
// A port that nothing can reach is closed when it is collected; one with a listener or an enabled queue stays.
const rest = () => new Promise(resolve => setTimeout(resolve, 1));
const collect = async () => { await rest(); testHost.collectGarbage(); await rest(); };

function forget(use = () => {}) {
  const { port1, port2 } = new MessageChannel();
  use(port2);
  return [port1, new WeakRef(port2)];
}
async function check(name, use, listen) {
  const [port, other] = forget(use);
  let closed = 'stays open';
  listen(port, () => { closed = 'closed'; });
  await collect();
  console.log(`${name}: ${closed}, ${other.deref() ? 'alive' : 'collected'}`);
  return port;
}
const handler = (port, closed) => { port.onclose = closed; };
const listener = (port, closed) => port.addEventListener('close', closed);

const port = await check('unused, handler', undefined, handler);
console.log('post to a closed port:', port.postMessage(1));
await check('unused, listener', undefined, listener);
await check('nobody listens', undefined, () => {});
await check('started', other => other.start(), handler);
await check('with a handler', other => { other.onmessage = () => {}; }, handler);
await check('with a close listener', other => other.addEventListener('close', () => {}), handler);
await check('a listener that was removed', other => {
  other.onclose = () => {};
  other.onclose = null;
}, handler);

// A port that was transferred, and forgotten by its receiver.
const { port1, port2 } = new MessageChannel();
port1.onclose = () => console.log('transferred: closed');
structuredClone(0, { transfer: [port2] });
await collect();
console.log('transferred and forgotten');
// A port that is kept.
const kept = new MessageChannel();
kept.port1.onclose = () => console.log('kept: closed');
await collect();
kept.port2.onmessage = event => console.log('kept:', event.data);
kept.port1.postMessage('message');
await rest();
console.log('end');

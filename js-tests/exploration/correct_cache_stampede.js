// correct: A cache of promises queries the database once.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
let queries = 0;
const database = async key => { queries++; return net(`row ${key}`); };
const cache = new Map();
function get(key) {
  if (!cache.has(key)) cache.set(key, database(key));
  return cache.get(key);
}
get('a');
scheduler.postTask(() => get('a'), { delay: 1 });
setTimeout(() => { if (queries > 1) throw new Error(`${queries} queries`); }, 50);

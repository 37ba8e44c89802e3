explore --strategy pct --runs 4 -
// An answer that the loop waits for may be late, but not for ever.
const interval = setInterval(() => {}, 1);
const roundTrip = () => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage('ping');
});
setTimeout(async () => {
  await roundTrip();
  clearInterval(interval);
}, 1);

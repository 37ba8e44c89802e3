explore --jobs 1 --strategy pct --runs 8 -
const answer = () => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});
let done = false;
answer().then(() => { done = true; });
while (!done) await answer();

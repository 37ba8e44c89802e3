explore --jobs 1 --strategy pct --runs 6 -
let done = false;
const message = () => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  port2.postMessage(0);
});
scheduler.postTask(() => { done = true; });
(async () => { while (!done) await message(); })();

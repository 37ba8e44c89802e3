explore --jobs 1 -
const answer = () => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});
let ready = false;
for (let i = 0; i < 20; i++) answer();
scheduler.postTask(() => { ready = true; });
await answer();
if (!ready) throw new Error('not ready');

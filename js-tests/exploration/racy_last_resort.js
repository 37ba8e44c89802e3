// needs: intent
// depth: 4
// fails: cache (port before port), network (reply 6 ms or more late), disk (task after its "closed" message)
//   and idle rebuild (no time left) all fail, each by a choice of its own.
const after = (ms, value) => new Promise(resolve => setTimeout(resolve, ms, value));
const reply = (ms, value) => scheduler.postTask(() => value, { delay: ms });
const firstOf = values => new Promise(resolve => values.forEach(value => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = event => resolve(event.data);
  port2.postMessage(value);
}));
const sources = {
  cache: () => firstOf(['hit', '']),
  network: () => Promise.race([reply(10, 'body'), after(15, '')]),
  disk: () => Promise.race([scheduler.postTask(() => 'file'), firstOf([''])]),
  rebuild: () => new Promise(resolve => {
    requestIdleCallback(idle => resolve(idle.timeRemaining() > 0 ? 'rebuilt' : ''));
  }),
};
async function load() {
  for (const source of Object.values(sources)) if (await source()) return;
  throw new Error('all four sources failed');
}
load();

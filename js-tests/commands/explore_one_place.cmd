explore --jobs 1 -
let shown;
const show = text => { shown = text; };
const answer = text => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(text); };
  port2.postMessage(0);
});
await Promise.all(['a', 'ab', 'abc'].map(async text => show(await answer(text))));
if (shown !== 'abc') throw new Error(`shown: ${shown}`);

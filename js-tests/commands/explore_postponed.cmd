explore --jobs 1 --runs 60 -
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(value); };
  port2.postMessage(value);
});
let newer = 0;
answer('old').then(() => { if (newer === 12) throw new Error('the old answer came last'); });
for (let count = 0; count < 12; count++) answer(count).then(() => { newer++; });

// correct: The columns are named where they are used.
const row = {};
const answer = then => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); then(); };
  port2.postMessage(0);
};
answer(() => { row.name = 'Ada'; });
answer(() => { row.year = 1815; });
answer(() => {
  if (['name', 'year'].filter(key => key in row).join() === 'year,name') throw new Error('the order');
});

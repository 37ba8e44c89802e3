// needs: intent
// depth: 1
// fails: two answers create the properties of an object in the other order, and its keys are listed in that order.
const row = {};
const answer = then => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); then(); };
  port2.postMessage(0);
};
answer(() => { row.name = 'Ada'; });
answer(() => { row.year = 1815; });
answer(() => {
  if (Object.keys(row).join() === 'year,name') throw new Error('the columns are in the wrong order');
});

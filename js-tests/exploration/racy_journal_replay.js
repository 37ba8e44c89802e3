// needs: standard
// depth: 4
// fails: four times the broadcast of an entry is delivered before the user-blocking task that subscribes; by
//   the letter the DOM manipulation source may come first.
const journal = new BroadcastChannel('journal');

async function replay(entry) {
  const replica = new BroadcastChannel('journal');
  let received = false;
  scheduler.postTask(() => { replica.onmessage = () => { received = true; }; }, { priority: 'user-blocking' });
  journal.postMessage(entry);
  await new Promise(resolve => setTimeout(resolve, 120));
  replica.close();
  return received;
}
async function synchronize() {
  const results = [];
  for (const entry of ['a', 'b', 'c', 'd']) results.push(await replay(entry));
  journal.close();
  if (!results.includes(true)) throw new Error('the replica received none of 4 entries');
}
synchronize();

// needs: standard
// depth: 3
// fails: for each of three regions the background task reads the state before the message that reports it; by
//   the letter its low priority does not make it wait for other sources.
function probe(region) {
  const { port1: inbox, port2: agent } = new MessageChannel();
  let healthy = false;
  inbox.onmessage = event => { healthy = event.data.healthy; };
  agent.postMessage({ healthy: true });
  return scheduler.postTask(() => healthy && region, { priority: 'background' });
}
async function selectRegion(regions) {
  for (const region of regions) {
    const selected = await probe(region);
    if (selected) return selected;
  }
  throw new Error('no healthy region');
}
selectRegion(['eu', 'us', 'asia']).then(region => console.log(`serving from ${region}`));

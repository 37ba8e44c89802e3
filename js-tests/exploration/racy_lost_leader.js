// needs: intent
// depth: 4
// fails: in four terms in a row the vote of the rival arrives before that of the leader; each term has new
//   ports, which are unordered.
function term() {
  return new Promise(resolve => {
    for (const name of ['leader', 'rival']) {
      const { port1: ballotBox, port2: voter } = new MessageChannel();
      ballotBox.onmessage = event => resolve(event.data);
      voter.postMessage(name);
    }
  });
}
async function govern() {
  let lost = 0;
  for (let i = 0; i < 5; i++) {
    lost = (await term()) === 'rival' ? lost + 1 : 0;
    if (lost === 4) throw new Error('the leader lost 4 terms in a row');
  }
}
govern();

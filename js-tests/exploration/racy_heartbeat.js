// needs: intent
// depth: 3
// fails: in three rounds in a row the pong (delay 8) is 5 ms or more late for the check (12 ms), a timer of
//   another group.
let missed = 0;

function round() {
  let alive = false;
  scheduler.postTask(() => { alive = true; }, { delay: 8 });
  return new Promise(resolve => setTimeout(() => resolve(alive), 12));
}
async function watch(rounds) {
  for (let i = 0; i < rounds; i++) {
    missed = (await round()) ? 0 : missed + 1;
    if (missed === 3) throw new Error('the peer was declared dead');
  }
}
watch(4).then(() => console.log('the peer is alive'));

// needs: intent
// depth: 1
// fails: the background task and its continuations end before the timer that shows the page.
const log = [];
async function chunked(name, rounds) {
  for (let i = 0; i < rounds; i++) { log.push(`${name}${i}`); await scheduler.yield(); }
}
let shown = false;
scheduler.postTask(() => chunked('bg', 3).then(() => {
  if (!shown) throw new Error('background work ended before the page was shown');
}), { priority: 'background' });
setTimeout(() => { shown = true; }, 0);
setTimeout(() => log.push('timer'));

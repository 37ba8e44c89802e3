// correct: The end of the background work waits until the page is shown.
const log = [];
async function chunked(name, rounds) {
  for (let i = 0; i < rounds; i++) { log.push(`${name}${i}`); await scheduler.yield(); }
}
let shown;
const showing = new Promise(resolve => { shown = resolve; });
const work = () => Promise.all([chunked('bg', 3), showing]).then(() => log.push('end'));
scheduler.postTask(work, { priority: 'background' });
setTimeout(shown, 0);
setTimeout(() => { if (log.at(-1) !== 'end') throw new Error('not shown'); }, 500);

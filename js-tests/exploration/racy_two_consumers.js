// needs: intent
// depth: 1
// fails: one branch of a tee has ended, and the report runs before the other one has read its last chunk.
let controller;
const stream = new ReadableStream({ start(it) { controller = it; } });
const [one, two] = stream.tee();
const totals = { one: 0, two: 0 };
let done = 0;
async function consume(branch, name) {
  for await (const chunk of branch) totals[name] += chunk;
  done++;
  if (done === 1) scheduler.postTask(() => report());
}
function report() {
  if (totals.one !== totals.two) throw new Error(`${totals.one} and ${totals.two}`);
}
consume(one, 'one');
(async () => {
  for await (const chunk of two) { await new Promise(resolve => setTimeout(resolve)); totals.two += chunk; }
})();
for (const chunk of [1, 2, 3]) setTimeout(() => controller.enqueue(chunk), chunk * 10);
setTimeout(() => controller.close(), 50);

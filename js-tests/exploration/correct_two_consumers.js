// correct: The report waits for both branches.
let controller;
const stream = new ReadableStream({ start(it) { controller = it; } });
const [one, two] = stream.tee();
const totals = { one: 0, two: 0 };
async function consume(branch, name) {
  for await (const chunk of branch) totals[name] += chunk;
}
function report() {
  if (totals.one !== totals.two) throw new Error(`${totals.one} and ${totals.two}`);
}
const second = (async () => {
  for await (const chunk of two) { await new Promise(resolve => setTimeout(resolve)); totals.two += chunk; }
})();
Promise.all([consume(one, 'one'), second]).then(report);
for (const chunk of [1, 2, 3]) setTimeout(() => controller.enqueue(chunk), chunk * 10);
setTimeout(() => controller.close(), 50);

// needs: intent
// depth: 1
// fails: the first chunk is late, and goes to a read that nobody waits for any more.
const ticker = new ReadableStream({
  start(controller) {
    scheduler.postTask(() => controller.enqueue('first'), { delay: 10 });
    scheduler.postTask(() => controller.enqueue('second'), { delay: 60 });
  },
});
const reader = ticker.getReader();
const patience = () => new Promise(resolve => setTimeout(resolve, 12));
async function next() {
  const result = await Promise.race([reader.read(), patience()]);
  return (result ?? await reader.read()).value;
}
next().then(chunk => {
  if (chunk !== 'first') throw new Error(`the first chunk is ${chunk}`);
});

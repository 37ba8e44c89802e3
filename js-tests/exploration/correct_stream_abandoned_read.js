// correct: A read that takes long is kept, and waited for again.
const ticker = new ReadableStream({
  start(controller) {
    scheduler.postTask(() => controller.enqueue('first'), { delay: 10 });
    scheduler.postTask(() => controller.enqueue('second'), { delay: 60 });
  },
});
const reader = ticker.getReader();
const patience = () => new Promise(resolve => setTimeout(resolve, 12));
async function next() {
  const read = reader.read();
  const result = await Promise.race([read, patience()]);
  return (result ?? await read).value;
}
next().then(chunk => {
  if (chunk !== 'first') throw new Error(`the first chunk is ${chunk}`);
});

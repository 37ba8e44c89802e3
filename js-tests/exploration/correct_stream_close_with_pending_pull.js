// correct: A stream that is to end is closed by the pull that is under way.
let number = 0;
const download = () => scheduler.postTask(() => ++number, { delay: 5 });
const seen = [];

async function show(stream) {
  for await (const item of stream) seen.push(item);
  if (seen.length < number) throw new Error(`${number - seen.length} of ${number} items are lost`);
}
let source, isEnding, isPulling;
show(new ReadableStream({
  start(controller) {
    source = controller;
  },
  async pull(controller) {
    isPulling = true;
    if (number < 2) controller.enqueue(await download());
    isPulling = false;
    if (isEnding) controller.close();
  },
}, { highWaterMark: 0 }));
setTimeout(() => {
  isEnding = true;
  if (!isPulling) source.close();
}, 12);

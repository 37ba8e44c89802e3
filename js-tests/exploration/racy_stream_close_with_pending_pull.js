// needs: intent
// depth: 1
// fails: the second item is late, and the stream is closed while it is under way: it is lost.
let number = 0;
const download = () => scheduler.postTask(() => ++number, { delay: 5 });
const seen = [];

async function show(stream) {
  for await (const item of stream) seen.push(item);
  if (seen.length < number) throw new Error(`${number - seen.length} of ${number} items are lost`);
}
let source;
show(new ReadableStream({
  start(controller) {
    source = controller;
  },
  async pull(controller) {
    if (number < 2) controller.enqueue(await download());
  },
}, { highWaterMark: 0 }));
setTimeout(() => {
  source.close();
  number = 2;
}, 12);

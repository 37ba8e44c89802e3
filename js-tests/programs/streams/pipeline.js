// args: --virtual-time
// A pipeline with backpressure: the log shows who waits for whom.
const log = [];
const slow = ms => new Promise(resolve => setTimeout(resolve, ms));
let next = 0;
const source = new ReadableStream({
  pull(controller) {
    log.push(`pull ${next}`);
    if (next === 4) controller.close();
    else controller.enqueue(next++);
  },
}, { highWaterMark: 0 });
const double = new TransformStream({
  async transform(chunk, controller) { await slow(5); controller.enqueue(chunk * 2); },
  flush() { log.push('flush'); },
});
const sink = new WritableStream({
  async write(chunk) { await slow(20); log.push(`${performance.now()} ms: write ${chunk}`); },
  close() { log.push('close'); },
});
source.pipeThrough(double).pipeTo(sink).then(() => console.log(log.join('\n')));

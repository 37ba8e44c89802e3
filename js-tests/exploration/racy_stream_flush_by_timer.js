// needs: intent
// depth: 1
// fails: the timer that flushes the batch is late: the stream has been closed, and takes no chunk.
const batches = new TransformStream({
  transform(chunk, controller) {
    this.batch = (this.batch ?? []).concat(chunk);
    if (this.batch.length === 1) setTimeout(() => controller.enqueue(this.batch), 10);
  },
});
const writer = batches.writable.getWriter();
batches.readable.getReader().read().then(({ value }) => console.log(value));
writer.write('a').catch(() => {});
scheduler.postTask(() => writer.close(), { delay: 12 });

// correct: A transformer that is closed flushes its batch, and stops its timer.
const batches = new TransformStream({
  transform(chunk, controller) {
    this.batch = (this.batch ?? []).concat(chunk);
    this.timer ??= setTimeout(() => this.pass(controller), 10);
  },
  flush(controller) {
    clearTimeout(this.timer);
    if (this.batch) this.pass(controller);
  },
  pass(controller) {
    controller.enqueue(this.batch);
    this.batch = this.timer = undefined;
  },
});
const writer = batches.writable.getWriter();
const reader = batches.readable.getReader();
reader.read().then(({ value }) => {
  if (value?.join() !== 'a') throw new Error('the batch is lost');
});
writer.write('a').catch(() => {});
scheduler.postTask(() => writer.close(), { delay: 12 });

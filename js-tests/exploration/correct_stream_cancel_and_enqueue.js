// correct: A source that stops when it is canceled adds nothing afterwards.
const stream = new ReadableStream({
  start(controller) {
    this.stopped = new TaskController();
    scheduler.postTask(() => {
      controller.enqueue('news');
      controller.close();
    }, { delay: 10, signal: this.stopped.signal }).catch(() => {});
  },
  cancel() {
    this.stopped.abort();
  },
});
const reader = stream.getReader();
reader.read();
setTimeout(() => reader.cancel('enough'), 12);

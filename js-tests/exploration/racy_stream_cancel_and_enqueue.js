// needs: intent
// depth: 1
// fails: the chunk is late, and the reader has given up: a canceled stream takes no chunk.
const stream = new ReadableStream({
  start(controller) {
    scheduler.postTask(() => {
      controller.enqueue('news');
      controller.close();
    }, { delay: 10 });
  },
});
const reader = stream.getReader();
reader.read();
setTimeout(() => reader.cancel('enough'), 12);

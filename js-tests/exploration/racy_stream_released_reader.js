// needs: intent
// depth: 1
// fails: the answer is late, and the read is rejected because its reader has been released.
const stream = new ReadableStream({
  start(controller) {
    scheduler.postTask(() => controller.enqueue('answer'), { delay: 10 });
  },
});
const reader = stream.getReader();
reader.read().then(({ value }) => console.log(value));
setTimeout(() => reader.releaseLock(), 12);

// needs: intent
// depth: 1
// fails: the reader is late, and the error has dropped the chunk that was queued.
const results = new ReadableStream({
  start(controller) {
    controller.enqueue('partial result');
    setTimeout(() => controller.error(new Error('the connection is lost')), 12);
  },
});
const reader = results.getReader();
reader.closed.catch(() => {});
scheduler.postTask(async () => {
  const { value } = await reader.read();
  console.log(value);
}, { delay: 10 });

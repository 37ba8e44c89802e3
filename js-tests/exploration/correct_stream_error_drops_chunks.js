// correct: An error that is a chunk itself comes after the chunks that were queued.
const results = new ReadableStream({
  start(controller) {
    controller.enqueue('partial result');
    setTimeout(() => {
      controller.enqueue(new Error('the connection is lost'));
      controller.close();
    }, 12);
  },
});
const reader = results.getReader();
scheduler.postTask(async () => {
  const { value } = await reader.read();
  if (value !== 'partial result') throw new Error('the result is lost');
}, { delay: 10 });

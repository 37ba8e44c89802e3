// correct: A reader that is released after its read takes no answer from anybody.
const stream = new ReadableStream({
  start(controller) {
    scheduler.postTask(() => controller.enqueue('answer'), { delay: 10 });
  },
});
async function answer() {
  const reader = stream.getReader();
  try {
    return (await reader.read()).value;
  } finally {
    reader.releaseLock();
  }
}
answer().then(value => {
  if (value !== 'answer' || stream.locked) throw new Error('the stream is locked');
});

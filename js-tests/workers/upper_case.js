// Reads one stream, and writes another: both were transferred.
onmessage = async ({ data: { readable, writable } }) => {
  const toUpperCase = new TransformStream({
    transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()),
  });
  await readable.pipeThrough(toUpperCase).pipeTo(writable);
};

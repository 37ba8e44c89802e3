// Streams that are transferred to a worker and come back, with backpressure and errors.
const worker = new Worker('../../workers/upper_case.js');
const log = [];

function send(source) {
  return new Promise(resolve => {
    const sink = new WritableStream({
      write: chunk => { log.push(chunk) },
      close: () => resolve('closed'),
      abort: reason => resolve(`aborted: ${reason}`),
    });
    const readable = new ReadableStream(source);
    worker.postMessage({ readable, writable: sink }, [readable, sink]);
  });
}

(async () => {
  let count = 0;
  const closed = await send({
    pull(controller) {
      if (++count > 3) controller.close();
      else controller.enqueue(`chunk ${count}`);
    },
  });
  console.log(closed, log);
  console.log(await send({ start: controller => controller.error(new RangeError('no more')) }));
  worker.terminate();
})();

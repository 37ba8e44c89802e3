// correct: What is written after the end of the log is dropped on purpose.
let isOver = false;
const log = new WritableStream({ abort: () => { isOver = true; } });
const writer = log.getWriter();
writer.closed.catch(() => {});
scheduler.postTask(() => {
  if (!isOver) writer.write('the last entry').catch(() => {});
}, { delay: 10 });
setTimeout(() => writer.abort('the page is closed'), 12);

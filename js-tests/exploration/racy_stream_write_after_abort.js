// needs: intent
// depth: 1
// fails: the last entry is late, and written to a log that has been aborted.
const log = new WritableStream();
const writer = log.getWriter();
writer.closed.catch(() => {});
scheduler.postTask(() => { writer.write('the last entry'); }, { delay: 10 });
setTimeout(() => writer.abort('the page is closed'), 12);

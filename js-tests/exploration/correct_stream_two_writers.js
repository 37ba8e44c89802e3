// correct: Writers that wait for each other get the lock in turn.
const disk = new WritableStream({
  write: () => scheduler.postTask(() => {}, { delay: 5 }),
});
let last = Promise.resolve();
function save(text) {
  last = last.then(async () => {
    const writer = disk.getWriter();
    await writer.write(text);
    writer.releaseLock();
  });
  return last;
}
save('one');
setTimeout(() => save('two'), 12);

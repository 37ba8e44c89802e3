// needs: intent
// depth: 1
// fails: the first write is late, and its writer still has the lock when the second one wants it.
const disk = new WritableStream({
  write: () => scheduler.postTask(() => {}, { delay: 5 }),
});
async function save(text) {
  const writer = disk.getWriter();
  await writer.write(text);
  writer.releaseLock();
}
save('one');
setTimeout(() => save('two'), 12);

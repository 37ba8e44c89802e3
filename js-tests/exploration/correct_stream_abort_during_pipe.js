// correct: The promise of a pipe tells whether it was aborted: then the file is removed.
const file = [];
const source = ReadableStream.from(['head', 'body']);
const disk = new WritableStream({
  write: chunk => scheduler.postTask(() => { file.push(chunk); }, { delay: 5 }),
});
const controller = new AbortController();
source.pipeTo(disk, { signal: controller.signal }).catch(() => {
  file.length = 0;
});
setTimeout(() => {
  controller.abort();
  // The write that is under way ends, and nothing follows it.
  setTimeout(() => {
    if (file.length === 1) throw new Error('half a file is left');
  }, 1000);
}, 12);

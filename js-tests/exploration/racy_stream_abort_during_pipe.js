// needs: intent
// depth: 1
// fails: the second write is late, the pipe is aborted, and nobody handles that.
const file = [];
const source = ReadableStream.from(['head', 'body']);
const disk = new WritableStream({
  write: chunk => scheduler.postTask(() => { file.push(chunk); }, { delay: 5 }),
});
const controller = new AbortController();
source.pipeTo(disk, { signal: controller.signal });
setTimeout(() => controller.abort(), 12);

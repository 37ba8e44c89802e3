// What a program is told about streams that it uses wrongly.
const attempt = async (what, steps) => {
  try { console.log(what, await steps()); } catch (error) { console.log(`${what}: ${error.name}: ${error.message}`); }
};
(async () => {
  const locked = new ReadableStream();
  locked.getReader();
  await attempt('second reader', () => locked.getReader());
  await attempt('cancel', () => locked.cancel());
  await attempt('pipe', () => locked.pipeTo(new WritableStream()));
  await attempt('byob', () => new ReadableStream().getReader({ mode: 'byob' }));
  await attempt('mode', () => new ReadableStream().getReader({ mode: 'x' }));
  await attempt('size', () => new ReadableStream({ start(c) { c.enqueue(1); } }, { size: () => -1 }));
  await attempt('pull', () => new ReadableStream({ pull: 5 }));
  await attempt('brand', () => ReadableStream.prototype.getReader.call({}));
  await attempt('closed brand', () => Object.getOwnPropertyDescriptor(
    ReadableStreamDefaultReader.prototype, 'closed').get.call({}));
  await attempt('controller', () => new ReadableStreamDefaultController());
  await attempt('closed twice', () => new ReadableStream({ start(c) { c.close(); c.close(); } }));
  await attempt('writer', () => { const w = new WritableStream().getWriter(); w.releaseLock(); return w.desiredSize; });
  await attempt('compression', () => new CompressionStream('zip'));
  await attempt('label', () => new TextDecoderStream('x'));
})();

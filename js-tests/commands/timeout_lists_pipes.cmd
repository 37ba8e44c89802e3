run --virtual-time --timeout 1s -
setInterval(() => {}, 300);
const never = new Promise(() => {});
const quiet = new ReadableStream({ type: 'bytes' });
// Nobody reads what comes out.
new TransformStream().writable.getWriter().write('chunk');
const encoder = new TextEncoderStream();
ReadableStream.from(['a', 'b', 'c']).pipeTo(encoder.writable);
new WritableStream().abort();
quiet.pipeThrough(new TextDecoderStream());
ReadableStream.from([1]).pipeTo(new WritableStream({ close: () => never }));
new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }).read(new Uint8Array(1));
// These wait for nothing.
ReadableStream.from([1]).pipeTo(new WritableStream());
ReadableStream.from([1]).pipeTo(new WritableStream({ write() { throw 1; } })).catch(() => {});

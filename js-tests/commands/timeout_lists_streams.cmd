run --virtual-time --timeout 1s -
setInterval(() => {}, 300);
const never = new Promise(() => {});
const source = new ReadableStream({ pull: () => never });
new ReadableStream().getReader().read();
source.pipeTo(new WritableStream());
new WritableStream({ write: () => never }).getWriter().write('chunk');
const transform = new TransformStream({ transform: () => never });
transform.writable.getWriter().write('chunk');
transform.readable.getReader().read();
ReadableStream.from([1]).pipeTo(new WritableStream({ close: () => never }));
// These wait for nothing.
new ReadableStream({ start: controller => controller.close() }).getReader().read();
new WritableStream().getWriter().write('chunk');

// Uses of `toWeb` and `fromWeb` of node:stream: see compare.sh.
import { Readable, Writable } from 'node:stream';

const shown = chunk =>
  chunk instanceof Uint8Array ? `${chunk.constructor.name} ${new TextDecoder().decode(chunk)}` : chunk;

async function all(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(shown(chunk));
  return chunks;
}

console.log(await all(Readable.toWeb(Readable.from(['a', 'b', 'c']))));
console.log(await all(Readable.toWeb(Readable.from([Buffer.from('xy')], { objectMode: false }))));

const failing = Readable.toWeb(new Readable({ read() { this.destroy(new Error('broken')) } }));
await failing.getReader().read().catch(error => console.log(error.message));

let destroyed;
const endless = new Readable({
  read() {
    this.push('x');
  },
  destroy(error, callback) {
    destroyed = error;
    callback();
  },
});
const reader = Readable.toWeb(endless).getReader();
await reader.read();
await reader.cancel(new Error('enough')).catch(error => console.log('cancel', error.message));
console.log(destroyed.message);

const given = new ReadableStream({
  start(controller) {
    controller.enqueue('q');
    controller.enqueue('r');
    controller.close();
  },
});
console.log(await all(Readable.fromWeb(given, { objectMode: true })));
const errored = Readable.fromWeb(new ReadableStream({ start: controller => controller.error(new Error('web')) }));
await all(errored).catch(error => console.log(error.message));
let canceled;
const left = Readable.fromWeb(new ReadableStream({
  pull: controller => controller.enqueue('z'),
  cancel(reason) {
    canceled = reason;
  },
}));
for await (const chunk of left) break;
console.log(canceled.message);

const written = [];
const slow = new Writable({
  highWaterMark: 2,
  write(chunk, encoding, callback) {
    written.push(String(chunk));
    setTimeout(callback, 5);
  },
  final(callback) {
    written.push('final');
    callback();
  },
});
const writer = Writable.toWeb(slow).getWriter();
for (const chunk of ['1', '22', '333']) await writer.write(chunk);
await writer.close();
console.log(written);

const sunk = [];
const sink = Writable.fromWeb(new WritableStream({
  write: chunk => sunk.push(new TextDecoder().decode(chunk)),
  close: () => sunk.push('close'),
}));
sink.write('hello');
sink.end('bye');
await new Promise(resolve => sink.on('finish', resolve));
console.log(sunk);

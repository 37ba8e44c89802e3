// What the consumers of streams take, and what they return.
import { arrayBuffer, blob, buffer, json, text } from 'node:stream/consumers';

const bytes = text => new TextEncoder().encode(text);
async function* of(list) {
  yield* list;
}
const parts = {
  strings: ['[1,', '2]'],
  bytes: [bytes('[1,'), bytes('2]')],
  buffers: [Buffer.from('[1,'), bytes('2]').buffer],
  mixed: [Buffer.from('[1'), ',2', new Uint16Array([0x5d20])],
};
for (const [name, list] of Object.entries(parts)) {
  const stream = () => of(list);
  console.log(name, await text(stream()), await json(stream()), (await buffer(stream())).toString('hex'));
  const whole = await arrayBuffer(stream());
  const { size, type } = await blob(stream());
  console.log(whole instanceof ArrayBuffer, whole.byteLength, size, JSON.stringify(type));
}
console.log(await text([bytes('\u20ac').subarray(0, 2), bytes('\u20ac').subarray(2)]));
console.log((await buffer(new Blob(['ab', 'c']).stream())).toString(), await text(new Response('web').body));
console.log((await buffer((async function* () { yield new Blob(['x']); yield 'y'; })())).toString());
for (const [name, consume] of Object.entries({ text, json, buffer })) {
  try {
    console.log(name, await consume((async function* () { yield '{'; throw new Error('broken'); })()));
  } catch ({ message }) {
    console.log(name, message);
  }
}
await json(of(['{'])).catch(({ name }) => console.log(name));

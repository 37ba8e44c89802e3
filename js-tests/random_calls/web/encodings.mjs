// TextEncoder, TextDecoder, atob and btoa, compression.

import { pick, random } from '../values.mjs';
import { bytes, call, dictionary, many, pieces, texts, usually, wrong } from './values.mjs';

const LABELS = [
  'utf-8',
  'UTF8',
  ' utf-8\n',
  'utf-16le',
  'utf-16',
  'utf-16be',
  'latin1',
  'windows-1252',
  'shift_jis',
  'euc-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
  'iso-2022-jp',
  'koi8-r',
  'iso-8859-2',
  'x-user-defined',
  'macintosh',
  'replacement',
  'iso-8859-8-i',
  'windows-874',
  'unicode-1-1-utf-8',
  'none',
  '',
];
const SPECIAL = [
  0x80, 0xbf, 0xc2, 0xc0, 0xe0, 0xed, 0xa0, 0xef, 0xbb, 0xbf, 0xf0, 0xf4, 0x90, 0xff, 0xfe, 0x1b, 0x24, 0x42, 0x28,
];
const input = () => new Uint8Array(many(10, () => (random(2) ? pick(SPECIAL) : random(256))));
const options = () =>
  pick([undefined, dictionary({ fatal: () => random(2) > 0, ignoreBOM: () => random(2) > 0 }), wrong()]);

function decodeSteps(label, settings, chunks) {
  const decoder = new TextDecoder(label, settings);
  const log = [decoder];
  for (const [chunk, stream] of chunks) {
    try {
      log.push(decoder.decode(chunk, stream));
    } catch (error) {
      log.push(error.name);
    }
  }
  return log;
}

const base64 = () => many(10, () => pick(['A', 'Q', '/', '+', '=', ' ', '\n', 'é', 'b', '-', '\0'])).join('');

async function compressed(format, text) {
  const pipe = it => new Response(it).arrayBuffer();
  const packed = await pipe(new Blob([text]).stream().pipeThrough(new CompressionStream(format)));
  const plain = await pipe(new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)));
  return new TextDecoder().decode(plain);
}

const decompressed = (format, data) =>
  new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer();

const GZIP = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 4, 0, 67, 190, 183, 232, 1, 0, 0, 0];
function damaged() {
  const data = Uint8Array.from(GZIP);
  for (let left = random(3); left > 0; left--) data[random(data.length)] = random(256);
  return data.subarray(0, random(3) ? data.length : random(data.length));
}

async function throughTextStream(Stream, chunks) {
  const stream = new Stream();
  const writer = stream.writable.getWriter();
  const log = [];
  const reading = (async () => {
    try {
      for await (const it of stream.readable) log.push(it);
    } catch (error) {
      log.push(error.name);
    }
  })();
  for (const chunk of chunks) writer.write(chunk).catch(error => log.push(`write ${error.name}`));
  writer.close().catch(error => log.push(`close ${error.name}`));
  await reading;
  return log;
}

export default {
  TextDecoder: call(decodeSteps, () => [
    pick(LABELS),
    options(),
    many(4, () => [usually(input, 9)(), pick([undefined, { stream: true }, { stream: true }, {}, wrong()])]),
  ]),
  'new TextDecoder': call(
    (...all) => new TextDecoder(...all),
    () =>
      many(
        2,
        usually(() => pick(LABELS)),
      ),
  ),
  'TextEncoder.encode': call(
    (...all) => new TextEncoder().encode(...all),
    () =>
      many(
        1,
        usually(() => texts() + pieces()),
      ),
  ),
  'TextEncoder.encodeInto': call(
    (text, into) => [new TextEncoder().encodeInto(text, into), into],
    () => [usually(() => texts() + pieces())(), usually(() => new Uint8Array(random(12)))()],
  ),
  atob: call(
    (...all) => atob(...all),
    () => [usually(base64)()],
  ),
  btoa: call(
    (...all) => btoa(...all),
    () => [usually(() => texts() + pieces(3))()],
  ),
  CompressionStream: call(compressed, () => [
    usually(() => pick(['gzip', 'deflate', 'deflate-raw']))(),
    texts().repeat(random(99)),
  ]),
  DecompressionStream: call(decompressed, () => [pick(['gzip', 'deflate', 'deflate-raw']), pick([damaged, bytes])()]),
  TextDecoderStream: call(
    (label, chunks) =>
      throughTextStream(
        class extends TextDecoderStream {
          constructor() {
            super(label);
          }
        },
        chunks,
      ),
    () => [pick(LABELS), many(4, usually(input))],
  ),
  TextEncoderStream: call(
    chunks => throughTextStream(TextEncoderStream, chunks),
    () => [many(4, usually(texts))],
  ),
};

// Node prints the same.
import zlib from 'node:zlib';
import { Buffer } from 'node:buffer';

const { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateSync, unzipSync } = zlib;
for (const compress of [gzipSync, deflateSync, deflateRawSync]) console.log(compress('hello').toString('hex'));

const attempts = [
  () => inflateSync(Buffer.from('zzz')),
  () => gunzipSync(Buffer.alloc(0)),
  () => gunzipSync(gzipSync('hello').subarray(0, 12)),
  () => gunzipSync(gzipSync('hello'), { maxOutputLength: 2 }),
  () => gzipSync(5),
  () => zlib.gzip('a'),
  () => gzipSync('x', { level: 99 }),
  () => inflateSync(gzipSync('a')),
  () => gzipSync('x', { level: null }),
  () => gzipSync('x', { windowBits: 7 }),
  () => deflateSync('x', { windowBits: 7 }),
  () => inflateSync(deflateSync('x'), { windowBits: 0 }),
  () => gzipSync('x', { memLevel: 10 }),
  () => gzipSync('x', { strategy: '1' }),
  () => gzipSync('x', { chunkSize: 63 }),
  () => gzipSync('x', { flush: 9 }),
  () => gzipSync('x', { maxOutputLength: 0 }),
  () => gzipSync('x', { maxOutputLength: Infinity }),
  () => gzipSync('hello', { maxOutputLength: 10 }),
  () => gunzipSync(gzipSync(Buffer.alloc(100_000)), { maxOutputLength: 99_999 }),
  () => zlib.createGunzip({ finishFlush: -1 }),
];
for (const attempt of attempts) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.code, error.errno, error.message);
  }
}

const two = Buffer.concat([gzipSync('a'), gzipSync('b'), Buffer.alloc(2)]);
console.log(`${unzipSync(gzipSync('a'))}${unzipSync(deflateSync('b'))}`, `${gunzipSync(two)}`);
console.log(zlib.crc32('hello'), zlib.crc32(Buffer.from('lo'), zlib.crc32('hel')), zlib.codes['-5']);
zlib.gzip('called back', (error, bytes) => zlib.gunzip(bytes, (error, text) => console.log(error, `${text}`)));
zlib.gunzip('no', (error, bytes) => console.log(error.code, bytes));

// node:buffer and node:string_decoder.

import { Buffer, isAscii, isUtf8, transcode } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

import { pick, random } from '../values.mjs';
import { bytes, encodings, many, numbers, pieces, texts, wrong } from './values.mjs';

const calls = {
  StringDecoder: () => [
    [encodings(), ...many(5, bytes)],
    (encoding, ...chunks) => {
      const decoder = new StringDecoder(encoding);
      return [...chunks.map(chunk => [decoder.write(chunk), decoder.lastNeed, decoder.lastTotal]), decoder.end()];
    },
  ],
  'new StringDecoder': () => [[wrong()], encoding => new StringDecoder(encoding).encoding],
  'StringDecoder.write': () => [[wrong()], chunk => new StringDecoder().write(chunk)],
  isAscii: () => [[pick([bytes(), wrong()])], isAscii],
  isUtf8: () => [[pick([bytes(), wrong()])], isUtf8],
  transcode: () => [[bytes(), encodings(), encodings()], transcode],
};

const statics = (name, prepare) => {
  calls[`Buffer.${name}`] = () => [prepare(), (...values) => Buffer[name](...values)];
};
// Of numbers, only sizes that exist.
const size = () => pick([0, 1, 5, 100, -1, 1.5, NaN, Infinity, 2 ** 60, null, '1', {}, true, 5n]);
statics('from', () => [
  pick([texts(), pieces(), bytes(), [1, 256, -1, 'x'], { length: 2 }, new ArrayBuffer(4), wrong()]),
  pick([encodings(), numbers()]),
  numbers(),
]);
statics('alloc', () => [size(), pick([texts(), bytes(), 5, undefined]), pick([undefined, encodings(), 'nope'])]);
statics('byteLength', () => [pick([texts(), pieces(), bytes(), wrong()]), encodings()]);
statics('concat', () => [pick([many(3, bytes), [wrong()], wrong()]), numbers()]);
statics('compare', () => [bytes(), pick([bytes(), wrong()])]);
statics('copyBytesFrom', () => [pick([new Uint16Array([1, 2, 3]), bytes(), wrong()]), numbers(), numbers()]);
statics('isEncoding', () => [pick([encodings(), wrong()])]);

// The receiver is the first argument, so that its bytes are shown.
const method = (name, prepare) => {
  calls[`Buffer.prototype.${name}`] = () => {
    const receiver = bytes();
    return [
      [receiver, ...prepare()],
      (buffer, ...values) => {
        const result = buffer[name](...values);
        return [result === buffer ? 'this' : result, buffer];
      },
    ];
  };
};
const range = () => [numbers(), numbers()];
method('toString', () => [encodings(), ...range()]);
method('slice', range);
method('subarray', range);
method('write', () => [
  pick([texts(), pieces(), wrong()]),
  pick([numbers(), encodings()]),
  pick([numbers(), encodings()]),
  encodings(),
]);
method('fill', () => [pick([texts(), pieces(), bytes(), 3, wrong()]), ...range(), pick([undefined, encodings()])]);
for (const name of ['indexOf', 'lastIndexOf', 'includes']) {
  method(name, () => [pick([pieces(2), 'a', 97, bytes(), '', wrong()]), pick([numbers(), encodings()]), encodings()]);
}
method('compare', () => [pick([bytes(), wrong()]), ...range(), ...range()]);
method('equals', () => [pick([bytes(), wrong()])]);
method('copy', () => [Buffer.alloc(random(6)), ...range(), numbers()]);
for (const name of ['swap16', 'swap32', 'swap64', 'toJSON']) method(name, () => []);

const offsets = () => pick([0, 1, 2, 5, -1, 1.5, undefined, wrong()]);
const ORDERS = ['LE', 'BE'];
for (const [kind, value] of [
  ['Int8', () => pick([0, 127, 128, -129, NaN, wrong()])],
  ['UInt16', () => pick([1, 65536, -1, 1.5, wrong()])],
  ['Int32', () => pick([1, 2 ** 31, wrong()])],
  ['UInt32', () => pick([1, 2 ** 32, -1, wrong()])],
  ['Float', () => pick([1.5, 1e40, NaN, wrong()])],
  ['Double', () => pick([1.5, -0, wrong()])],
  ['BigInt64', () => pick([1n, 2n ** 63n, -5n, wrong()])],
  ['BigUInt64', () => pick([1n, -1n, 2n ** 64n, wrong()])],
]) {
  for (const order of kind === 'Int8' ? [''] : ORDERS) {
    method(`read${kind}${order}`, () => [offsets()]);
    method(`write${kind}${order}`, () => [value(), offsets()]);
  }
}
const widths = () => pick([1, 2, 3, 4, 5, 6, 7, 0, undefined, wrong()]);
for (const kind of ['Int', 'UInt']) {
  for (const order of ORDERS) {
    method(`read${kind}${order}`, () => [offsets(), widths()]);
    method(`write${kind}${order}`, () => [pick([0, 1, 255, 256, -1, 2 ** 40, 2 ** 48, 1.5]), offsets(), widths()]);
  }
}

export default calls;

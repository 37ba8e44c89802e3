// Functions of ECMAScript 2024 to 2026. Node 20 does not have them: the output follows from the standard.
const log = (...values) => console.log(...values.map(value => JSON.stringify(value)));
const attempt = f => { try { return f(); } catch (error) { return error.name; } };
// ArrayBuffer.prototype.transfer
const buffer = new ArrayBuffer(4, { maxByteLength: 8 });
new Uint8Array(buffer).set([1, 2, 3, 4]);
const moved = buffer.transfer(6);
log(buffer.detached, buffer.byteLength, moved.detached, moved.resizable, moved.maxByteLength,
  [...new Uint8Array(moved)]);
const fixed = moved.transferToFixedLength();
log(fixed.resizable, fixed.byteLength, attempt(() => moved.transfer()), attempt(() => fixed.transfer(2 ** 53)));
// Uint8Array and text
const bytes = new Uint8Array([251, 255, 191, 1]);
log(bytes.toBase64(), bytes.toBase64({ alphabet: 'base64url', omitPadding: true }), bytes.toHex());
log([...Uint8Array.fromBase64(' +/+/ AQ==\n')], [...Uint8Array.fromBase64('-_-_AQ', { alphabet: 'base64url' })]);
log([...Uint8Array.fromHex('00fF')], attempt(() => Uint8Array.fromHex('0')), attempt(() => Uint8Array.fromHex(10)));
for (const text of ['QUJDRA==', 'QUJDRA', 'QUJDRB==', 'QUJDR', 'QUJDRA=', 'QUJD=', 'QU JD', 'QUJ!']) {
  log(text, ['loose', 'strict', 'stop-before-partial'].map(lastChunkHandling =>
    attempt(() => [...Uint8Array.fromBase64(text, { lastChunkHandling })])));
}
const target = new Uint8Array(5);
log(target.setFromBase64('QUJDREVG'), [...target], target.setFromHex('0102'), [...target]);
log(attempt(() => target.subarray(2).setFromHex('09x')), attempt(() => target.subarray(2).setFromHex('09xx')),
  [...target]);
log(attempt(() => Uint8Array.fromBase64('', { alphabet: 'x' })), attempt(() => new Int8Array(1).toHex?.()),
  attempt(() => Uint8Array.prototype.toHex.call(new Int8Array(1))));
for (const [object, names] of [[Uint8Array, ['fromBase64', 'fromHex']], [Array, ['fromAsync']],
  [Uint8Array.prototype, ['setFromBase64', 'setFromHex', 'toBase64', 'toHex']],
  [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']], [Iterator, ['concat']]]) {
  log(names.map(name => [name, object[name].name, object[name].length, attempt(() => new object[name]()),
    Object.getOwnPropertyDescriptor(object, name).enumerable]));
}
// Iterator.concat
log([...Iterator.concat([1], new Set([2]), Object('ab')), ...Iterator.concat()], attempt(() => Iterator.concat('a')));
// Array.fromAsync
(async () => {
  const closed = { next: () => ({ value: Promise.resolve(1) }), return() { this.returned = true; return {}; } };
  log(await Array.fromAsync([1, Promise.resolve(2)]), await Array.fromAsync({ length: 2, 0: Promise.resolve(3) }));
  log(await Array.fromAsync((async function* () { yield 1; yield 2; })(), async function (value, index) {
    return [value, index, this.x];
  }, { x: 'this' }));
  log(await Array.fromAsync([Promise.reject('rejected')]).catch(error => error));
  log(await Array.fromAsync({ [Symbol.asyncIterator]: () => closed }, () => { throw 'thrown'; })
    .catch(error => [error, closed.returned]));
  log(await Array.fromAsync(null).catch(error => error.name), await Array.fromAsync([], 1).catch(error => error.name));
  class Items extends Array { }
  log(await Items.fromAsync([1]) instanceof Items);
})();

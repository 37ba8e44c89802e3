// META: title=TextEncoder
'use strict';
const encode = (...input) => [...new TextEncoder().encode(...input)];

test(() => {
  const encoder = new TextEncoder('utf-16');
  assert_equals(encoder.encoding, 'utf-8');
  assert_equals(TextEncoder.length, 0);
  assert_equals(encoder.encode.length, 0);
  assert_equals(encoder.encodeInto.length, 2);
}, 'the only encoding is UTF-8');
test(() => {
  const result = new TextEncoder().encode('a');
  assert_equals(Object.getPrototypeOf(result), Uint8Array.prototype);
  assert_equals(result.buffer.byteLength, 1);
}, 'the result is a Uint8Array');
for (const [input, expected] of [
  [[], []], [[undefined], []], [[''], []], [[null], [110, 117, 108, 108]], [[1], [49]], [['\0\x7f'], [0, 0x7f]],
  [['\xe9'], [0xc3, 0xa9]], [['\u20ac'], [0xe2, 0x82, 0xac]], [['\u{1f600}'], [0xf0, 0x9f, 0x98, 0x80]],
  [['\ud800'], [0xef, 0xbf, 0xbd]], [['\udc00\ud800a'], [0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd, 0x61]],
]) {
  test(() => assert_array_equals(encode(...input), expected), `encode: ${format_value(input)}`);
}
for (const [text, room, read, expected] of [
  ['', 2, 0, []], ['ab', 0, 0, []], ['ab', 1, 1, [97]], ['ab', 5, 2, [97, 98]], ['a\xe9', 2, 1, [97]],
  ['\xe9', 2, 1, [0xc3, 0xa9]], ['\u20aca', 2, 0, []], ['\u20aca', 3, 1, [0xe2, 0x82, 0xac]],
  ['\u{1f600}a', 3, 0, []], ['\u{1f600}a', 4, 2, [0xf0, 0x9f, 0x98, 0x80]],
  ['\u{1f600}a', 5, 3, [0xf0, 0x9f, 0x98, 0x80, 97]], ['\ud800a', 2, 0, []], ['\ud800a', 4, 2, [0xef, 0xbf, 0xbd, 97]],
  ['a\udc00', 4, 2, [97, 0xef, 0xbf, 0xbd]], ['\udc00\ud800', 5, 1, [0xef, 0xbf, 0xbd]],
]) {
  test(() => {
    const buffer = new Uint8Array(room + 4).fill(7);
    const result = new TextEncoder().encodeInto(text, buffer.subarray(2, 2 + room));
    assert_array_equals(Object.keys(result), ['read', 'written']);
    assert_equals(result.read, read);
    assert_equals(result.written, expected.length);
    const rest = new Array(room - expected.length + 2).fill(7);
    assert_array_equals([...buffer], [7, 7, ...expected, ...rest]);
  }, `encodeInto: ${format_value(text)} into ${room} bytes`);
}
for (const destination of [undefined, null, [], {}, new ArrayBuffer(1), new Int8Array(1), new Uint8ClampedArray(1),
  new DataView(new ArrayBuffer(1)), new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))]) {
  test(() => {
    assert_throws_js(TypeError, () => new TextEncoder().encodeInto('a', destination));
  }, `encodeInto: wrong destination ${Object.prototype.toString.call(destination)}`);
}
test(() => {
  assert_throws_js(TypeError, () => new TextEncoder().encodeInto('a'));
  assert_throws_js(TypeError, () => new TextEncoder().encode(Symbol()));
}, 'wrong arguments');
test(() => {
  const destination = new Uint8Array(4);
  const text = { toString() { structuredClone(0, { transfer: [destination.buffer] }); return 'a'; } };
  const { read, written } = new TextEncoder().encodeInto(text, destination);
  assert_equals(read, 0);
  assert_equals(written, 0);
}, 'a destination that is detached during the conversion has no room');
test(() => {
  class Bytes extends Uint8Array {}
  const destination = new Bytes(2);
  assert_equals(new TextEncoder().encodeInto('ab', destination).written, 2);
  assert_array_equals([...destination], [97, 98]);
}, 'a subclass of Uint8Array');

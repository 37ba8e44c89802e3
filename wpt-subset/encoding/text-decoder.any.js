// META: title=TextDecoder
'use strict';
const bytes = (...values) => new Uint8Array(values);
const utf8 = text => new TextEncoder().encode(text);

test(() => {
  const decoder = new TextDecoder();
  assert_equals(decoder.encoding, 'utf-8');
  assert_false(decoder.fatal);
  assert_false(decoder.ignoreBOM);
  assert_equals(decoder.decode(), '');
  assert_equals(TextDecoder.length, 0);
  assert_equals(TextDecoder.prototype.decode.length, 0);
}, 'defaults');
for (const [label, encoding] of [
  ['utf8', 'utf-8'], [' \t\n\f\rUTF-8 ', 'utf-8'], ['latin1', 'windows-1252'], ['ascii', 'windows-1252'],
  ['utf-16', 'utf-16le'], ['unicodefffe', 'utf-16be'], ['sjis', 'shift_jis'], ['euc-kr', 'euc-kr'], ['gb2312', 'gbk'],
  ['gb18030', 'gb18030'], ['big5-hkscs', 'big5'], ['iso-2022-jp', 'iso-2022-jp'], ['koi', 'koi8-r'],
  ['logical', 'iso-8859-8-i'], ['x-user-defined', 'x-user-defined'], ['macintosh', 'macintosh'],
]) {
  test(() => assert_equals(new TextDecoder(label).encoding, encoding), `label ${format_value(label)}`);
}
for (const label of ['', 'utf-32', 'utf-7', 'replacement', 'iso-2022-kr', 'hz-gb-2312', 'utf\u20138', '\u00a0utf-8',
  'utf-8\0', '\ud800', 'null', null, {}]) {
  test(() => assert_throws_js(RangeError, () => new TextDecoder(label)), `no such label: ${format_value(label)}`);
}
test(() => {
  const label = { toString() { return 'UTF-16BE'; } };
  const decoder = new TextDecoder(label, { fatal: 'yes', ignoreBOM: 1 });
  assert_equals(decoder.encoding, 'utf-16be');
  assert_true(decoder.fatal);
  assert_true(decoder.ignoreBOM);
}, 'conversion of the arguments of the constructor');
for (const [encoding, input, expected] of [
  ['windows-1252', [0x80, 0xe9], '\u20ac\xe9'], ['koi8-r', [0xc1], '\u0430'], ['shift_jis', [0x82, 0xa0], '\u3042'],
  ['euc-jp', [0xa4, 0xa2], '\u3042'], ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x22], '\u3042'],
  ['euc-kr', [0xb0, 0xa1], '\uac00'], ['gbk', [0x80, 0xc4, 0xe3], '\u20ac\u4f60'],
  ['gb18030', [0x94, 0x39, 0xda, 0x33], '\u{1f4a9}'], ['big5', [0xa7, 0x41], '\u4f60'],
  ['utf-16le', [0x3d, 0xd8, 0x00, 0xde], '\u{1f600}'], ['utf-16be', [0xd8, 0x3d, 0xde, 0x00], '\u{1f600}'],
  ['x-user-defined', [0x7f, 0x80, 0xff], '\x7f\uf780\uf7ff'],
]) {
  test(() => {
    assert_equals(new TextDecoder(encoding).decode(bytes(...input)), expected);
    const decoder = new TextDecoder(encoding, { fatal: true });
    const parts = input.map(byte => decoder.decode(bytes(byte), { stream: true }));
    assert_equals(parts.join('') + decoder.decode(), expected);
  }, `${encoding}: at once and byte by byte`);
}
for (const [name, input, expected] of [
  ['a lone continuation byte', [0x80], '\ufffd'], ['an overlong form', [0xc0, 0x80], '\ufffd\ufffd'],
  ['a surrogate', [0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'], ['a truncated sequence', [0xf0, 0x9f, 0x98], '\ufffd'],
  ['a sequence that ends early', [0xe2, 0x82, 0x41], '\ufffdA'],
  ['a code point that is too large', [0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
]) {
  test(() => assert_equals(new TextDecoder().decode(bytes(...input)), expected), `${name} is replaced`);
  test(() => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert_throws_js(TypeError, () => decoder.decode(bytes(...input)));
    assert_equals(decoder.decode(utf8('next')), 'next');
  }, `${name} is fatal`);
}
test(() => {
  const decoder = new TextDecoder();
  assert_equals(decoder.decode(bytes(0xe2), { stream: true }), '');
  assert_equals(decoder.decode(bytes(0x82), { stream: true }), '');
  assert_equals(decoder.decode(bytes(0xac, 0xf0, 0x9f), { stream: true }), '\u20ac');
  assert_equals(decoder.decode(undefined, { stream: true }), '');
  assert_equals(decoder.decode(), '\ufffd');
  assert_equals(decoder.decode(bytes(0x98, 0x80)), '\ufffd\ufffd');
}, 'a stream ends with the first call without the option');
test(() => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  assert_equals(decoder.decode(bytes(0xe2, 0x82), { stream: true }), '');
  assert_throws_js(TypeError, () => decoder.decode());
  assert_equals(decoder.decode(bytes(0x41)), 'A');
}, 'an incomplete sequence at the end of a stream is fatal');
test(() => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  assert_throws_js(TypeError, () => decoder.decode(bytes(0x41, 0xff, 0x42, 0xe2), { stream: true }));
  assert_equals(decoder.decode(bytes(0x82, 0xac, 0x43), { stream: true }), 'B\u20acC');
  assert_throws_js(TypeError, () => decoder.decode(bytes(0xff, 0x44, 0xff, 0x45), { stream: true }));
  assert_throws_js(TypeError, () => decoder.decode(bytes(0x46), { stream: true }));
  assert_equals(decoder.decode(), 'EF');
}, 'after a fatal error, a stream goes on behind the malformed bytes');
for (const [encoding, bom] of [
  ['utf-8', [0xef, 0xbb, 0xbf]], ['utf-16le', [0xff, 0xfe]], ['utf-16be', [0xfe, 0xff]],
]) {
  const twice = bytes(...bom, ...bom);
  test(() => {
    assert_equals(new TextDecoder(encoding).decode(twice), '\ufeff');
    assert_equals(new TextDecoder(encoding, { ignoreBOM: true }).decode(twice), '\ufeff\ufeff');
  }, `${encoding}: only the first byte order mark is removed`);
  test(() => {
    const decoder = new TextDecoder(encoding);
    for (let round = 0; round < 2; round++) {
      const parts = [...twice].map(byte => decoder.decode(bytes(byte), { stream: true }));
      assert_equals(parts.join('') + decoder.decode(), '\ufeff');
    }
  }, `${encoding}: a byte order mark across chunks, in two streams`);
}
test(() => {
  assert_equals(new TextDecoder('utf-16le').decode(bytes(0xef, 0xbb, 0xbf, 0x41)), '\ubbef\u41bf');
  assert_equals(new TextDecoder('windows-1252').decode(bytes(0xef, 0xbb, 0xbf)), '\xef\xbb\xbf');
  assert_equals(new TextDecoder().decode(bytes(0xff, 0xfe)), '\ufffd\ufffd');
}, 'a byte order mark of another encoding is text');
test(() => {
  const buffer = utf8('abcdefgh').buffer;
  const decode = input => new TextDecoder().decode(input);
  assert_equals(decode(buffer), 'abcdefgh');
  assert_equals(decode(new Uint8Array(buffer, 2, 3)), 'cde');
  assert_equals(decode(new Uint16Array(buffer, 2, 2)), 'cdef');
  assert_equals(decode(new BigUint64Array(buffer)), 'abcdefgh');
  assert_equals(decode(new DataView(buffer, 7)), 'h');
  assert_equals(decode(new DataView(buffer, 8)), '');
}, 'buffers and views');
test(() => {
  const view = utf8('abc');
  structuredClone(view.buffer, { transfer: [view.buffer] });
  assert_equals(new TextDecoder().decode(view), '');
  assert_equals(new TextDecoder().decode(view.buffer), '');
}, 'a detached buffer is empty');
test(() => {
  const input = utf8('abc');
  const options = { get stream() { input[0] = 0x58; return false; } };
  assert_equals(new TextDecoder().decode(input, options), 'Xbc');
}, 'the bytes are read after the options');
for (const input of [null, 1, 'text', [97], {}, new Proxy(new Uint8Array(1), {})]) {
  test(() => assert_throws_js(TypeError, () => new TextDecoder().decode(input)), `wrong: ${format_value(input)}`);
}
test(() => {
  const buffer = new ArrayBuffer(1, { maxByteLength: 2 });
  for (const input of [buffer, new Uint8Array(buffer), new DataView(buffer, 0, 1)]) {
    assert_throws_js(TypeError, () => new TextDecoder().decode(input));
  }
}, 'resizable buffers are not accepted');
test(() => {
  const pattern = 'a\xe9\u20ac\u{1f600}', text = pattern.repeat(50000);
  const encoded = utf8(text), decoder = new TextDecoder();
  assert_equals(decoder.decode(encoded), text);
  let streamed = '';
  for (let at = 0; at < encoded.length; at += 4095) {
    streamed += decoder.decode(encoded.subarray(at, at + 4095), { stream: true });
  }
  assert_equals(streamed + decoder.decode(), text);
}, 'half a megabyte, at once and in chunks');
test(() => {
  class Mine extends TextDecoder {}
  const decoder = new Mine('latin1');
  assert_true(decoder instanceof Mine);
  assert_equals(decoder.decode(bytes(0xe9)), '\xe9');
  assert_class_string(decoder, 'TextDecoder');
}, 'a subclass');

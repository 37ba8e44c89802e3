// META: title=FileReaderSync
importScripts('/resources/testharness.js');

test(() => {
  const reader = new FileReaderSync();
  const blob = new Blob([Uint8Array.of(0, 0x61, 0x80, 0xff)], { type: 'Image/X' });
  assert_equals(reader.readAsBinaryString(blob), '\0a\x80\xff');
  assert_equals(reader.readAsDataURL(blob), 'data:image/x;base64,AGGA/w==');
  const buffer = reader.readAsArrayBuffer(blob);
  assert_true(buffer instanceof ArrayBuffer);
  assert_array_equals(new Uint8Array(buffer), [0, 0x61, 0x80, 0xff]);
  assert_not_equals(buffer, reader.readAsArrayBuffer(blob), 'a new buffer each time');
}, 'The forms of a result');

test(() => {
  const reader = new FileReaderSync();
  const latin = new Blob([Uint8Array.of(0xe9)]);
  assert_equals(reader.readAsText(latin), '\ufffd');
  assert_equals(reader.readAsText(latin, 'latin1'), '\u00e9');
  assert_equals(reader.readAsText(new Blob(['\u00e9\u20ac'])), '\u00e9\u20ac');
  assert_equals(reader.readAsText(new File([], 'empty')), '');
  assert_equals(reader.readAsDataURL(new Blob()), 'data:application/octet-stream;base64,');
}, 'The encoding of a text, and empty blobs');

test(() => {
  const reader = new FileReaderSync();
  for (const method of ['readAsText', 'readAsArrayBuffer', 'readAsBinaryString', 'readAsDataURL']) {
    assert_equals(reader[method].length, 1, method);
    assert_throws_js(TypeError, () => reader[method](), method);
    assert_throws_js(TypeError, () => reader[method]('text'), method);
    assert_throws_js(TypeError, () => FileReaderSync.prototype[method].call({}, new Blob()), method);
  }
  const error = new Error('of the encoding');
  const encoding = { toString() { throw error; } };
  assert_throws_exactly(error, () => reader.readAsText(new Blob(), encoding));
  assert_throws_js(TypeError, () => reader.readAsText('text', encoding), 'the blob is converted first');
  assert_throws_js(TypeError, () => FileReaderSync());
}, 'Wrong arguments');

done();

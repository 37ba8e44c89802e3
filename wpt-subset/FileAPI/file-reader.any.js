// META: title=FileReader
const TYPES = ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend'];

// Reads a blob, and returns the reader and its events when it has ended.
const read = (method, ...rest) => new Promise(resolve => {
  const reader = new FileReader();
  const events = [];
  for (const type of TYPES) {
    reader[`on${type}`] = event => {
      events.push(event);
      if (type === 'loadend') resolve({ reader, events, result: reader.result });
    };
  }
  reader[method](...rest);
});

promise_test(async () => {
  const blob = new Blob(['a\u00e9\u20ac']);
  const { reader, events, result } = await read('readAsText', blob);
  assert_equals(result, 'a\u00e9\u20ac');
  assert_equals(reader.readyState, FileReader.DONE);
  assert_equals(reader.error, null);
  assert_array_equals(events.map(event => event.type), ['loadstart', 'progress', 'load', 'loadend']);
  for (const event of events) {
    assert_true(event instanceof ProgressEvent && event.isTrusted && event.lengthComputable);
    assert_equals(event.total, blob.size);
    assert_equals(event.loaded, event.type === 'loadstart' ? 0 : blob.size);
    assert_equals(event.target, reader);
  }
}, 'The events of a read');

promise_test(async () => {
  const { events, result } = await read('readAsArrayBuffer', new Blob());
  assert_true(result instanceof ArrayBuffer);
  assert_equals(result.byteLength, 0);
  assert_array_equals(events.map(event => event.type), ['loadstart', 'load', 'loadend']);
  assert_false(events[0].lengthComputable);
}, 'An empty blob has no progress');

promise_test(async () => {
  const bytes = Uint8Array.of(0, 0x61, 0x80, 0xff);
  assert_equals((await read('readAsBinaryString', new Blob([bytes]))).result, '\0a\x80\xff');
  const url = 'data:application/octet-stream;base64,AGGA/w==';
  assert_equals((await read('readAsDataURL', new Blob([bytes]))).result, url);
  const typed = new Blob(['x'], { type: 'Text/Plain' });
  assert_equals((await read('readAsDataURL', typed)).result, 'data:text/plain;base64,eA==');
  const buffer = (await read('readAsArrayBuffer', new Blob([bytes]))).result;
  assert_array_equals(new Uint8Array(buffer), bytes);
}, 'The forms of a result');

promise_test(async () => {
  const latin = Uint8Array.of(0xe9);
  const text = async (parts, type, label) => (await read('readAsText', new Blob(parts, { type }), label)).result;
  assert_equals(await text([latin], ''), '\ufffd');
  assert_equals(await text([latin], '', 'latin1'), '\u00e9');
  assert_equals(await text([latin], 'text/plain;charset=windows-1252'), '\u00e9');
  assert_equals(await text([latin], 'text/plain;charset=utf-8', 'latin1'), '\u00e9', 'the argument comes first');
  assert_equals(await text([latin], 'text/plain;charset=latin1', 'nonsense'), '\u00e9', 'unknown labels are ignored');
  assert_equals(await text([Uint8Array.of(0xff, 0xfe, 0x61, 0)], '', 'utf-8'), 'a', 'a byte order mark comes first');
}, 'The encoding of a text');

promise_test(async () => {
  const reader = new FileReader();
  assert_equals(reader.readyState, FileReader.EMPTY);
  assert_equals(reader.result, null);
  reader.abort();
  assert_equals(reader.readyState, FileReader.EMPTY);
  const types = [];
  for (const type of TYPES) reader.addEventListener(type, () => types.push(type));
  reader.readAsText(new Blob(['x']));
  assert_equals(reader.readyState, FileReader.LOADING);
  assert_throws_dom('InvalidStateError', () => reader.readAsText(new Blob(['y'])));
  reader.abort();
  assert_array_equals(types, ['abort', 'loadend']);
  assert_equals(reader.readyState, FileReader.DONE);
  await new Promise(resolve => setTimeout(resolve));
  assert_array_equals(types, ['abort', 'loadend'], 'nothing happens after the abort');
  assert_equals(reader.result, null);
}, 'Aborting');

promise_test(async () => {
  const reader = new FileReader();
  const types = [];
  reader.onload = () => {
    types.push('load');
    if (types.length === 1) reader.readAsText(new Blob(['second']));
  };
  await new Promise(resolve => {
    reader.onloadend = () => { types.push('loadend'); resolve() };
    reader.readAsText(new Blob(['first']));
  });
  assert_array_equals(types, ['load', 'load', 'loadend']);
  assert_equals(reader.result, 'second');
}, 'A listener of load can start another read, which ends instead');

test(() => {
  assert_throws_js(TypeError, () => FileReader());
  assert_throws_js(TypeError, () => new FileReader().readAsText());
  assert_throws_js(TypeError, () => new FileReader().readAsText('text'));
  assert_throws_js(TypeError, () => new FileReader().readAsText(new Blob(), Symbol()));
  assert_throws_js(TypeError, () => FileReader.prototype.abort.call({}));
  const reader = new FileReader();
  assert_throws_js(TypeError, () => reader.readAsText(new Blob(), Symbol()));
  assert_equals(reader.readyState, FileReader.EMPTY, 'a read that throws does not start');
}, 'Wrong arguments throw');

test(() => {
  const event = new ProgressEvent('x', { lengthComputable: 1, loaded: 2, total: 3.5 });
  assert_array_equals([event.type, event.lengthComputable, event.loaded, event.total], ['x', true, 2, 3.5]);
  const plain = new ProgressEvent('x');
  assert_array_equals([plain.lengthComputable, plain.loaded, plain.total, plain.isTrusted], [false, 0, 0, false]);
  assert_throws_js(TypeError, () => new ProgressEvent());
  assert_throws_js(TypeError, () => new ProgressEvent('x', { loaded: Infinity }));
}, 'ProgressEvent');

promise_test(async () => {
  const read = type => new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(new Blob([new Uint8Array([0xe9])], { type }));
  });
  assert_equals(await read('text/plain;charset=windows-1252'), '\u00e9');
  assert_equals(await read('text/plain;x="a;charset=utf-8";charset="windows-1252"'), '\u00e9');
  assert_equals(await read('charset=windows-1252'), '\ufffd');
  assert_equals(await read('text;charset=windows-1252'), '\ufffd');
  assert_equals(await read('text/plain;charset =windows-1252'), '\ufffd');
}, 'readAsText() only takes the charset of a valid media type');

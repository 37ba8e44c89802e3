// META: title=Blob and File

const text = async (parts, options) => new Blob(parts, options).text();

promise_test(async () => {
  const bytes = new Uint8Array([65, 66, 67, 68]);
  assert_equals(await text(['a', new Blob(['b', 'c']), bytes, bytes.subarray(1, 3), bytes.buffer]), 'abcABCDBCABCD');
  assert_equals(await text([new DataView(bytes.buffer, 2)]), 'CD');
  assert_equals(await text([1, null, undefined, { toString: () => 'x' }, []]), '1nullundefinedx');
  assert_equals(await text(new Set(['s', 't'])), 'st');
  assert_equals(await text(), '');
}, 'A blob is made of bytes, blobs and strings');

promise_test(async () => {
  assert_equals(await text(['\ud800']), '\ufffd');
  assert_equals(await text([new Uint8Array([0xef, 0xbb, 0xbf, 0x61])]), 'a');
  assert_equals(await text([new Uint8Array([0x61, 0xff])]), 'a\ufffd');
}, 'Texts are UTF-8');

test(() => {
  for (const parts of ['text', 1, {}, null, true]) assert_throws_js(TypeError, () => new Blob(parts));
  assert_throws_js(TypeError, () => Blob([]));
  assert_throws_js(TypeError, () => new Blob([Symbol()]));
  assert_throws_js(TypeError, () => new Blob([], { endings: 'mac' }));
  assert_throws_js(TypeError, () => new Blob([], 1));
  assert_throws_js(RangeError, () => new Blob([{ toString() { throw new RangeError(); } }]));
  if (ArrayBuffer.prototype.resize) {
    assert_throws_js(TypeError, () => new Blob([new ArrayBuffer(1, { maxByteLength: 2 })]));
  }
}, 'Bad arguments');

test(() => {
  const order = [];
  const log = (name, value) => ({ toString() { order.push(name); return value; } });
  new Blob([log('part', 'a')], {
    get type() { order.push('get type'); return log('type', 'b'); },
    get endings() { order.push('get endings'); return log('endings', 'native'); },
  });
  assert_array_equals(order, ['part', 'get endings', 'endings', 'get type', 'type']);
}, 'Arguments are converted in order');

test(() => {
  for (const [given, type] of [['Text/HTML; x', 'text/html; x'], ['a\u00e9', ''], ['a\n', ''], [null, 'null']]) {
    assert_equals(new Blob([], { type: given }).type, type);
    assert_equals(new Blob(['ab']).slice(0, 1, given).type, type);
  }
  assert_equals(new Blob().type, '');
}, 'The type is in lower case, and empty if it is not printable ASCII');

promise_test(async () => {
  const native = await text(['a\r\nb\rc\nd'], { endings: 'native' });
  assert_equals(native.replaceAll('\r\n', '\n'), 'a\nb\nc\nd');
  assert_equals(await text(['a\r\nb\r'], { endings: 'transparent' }), 'a\r\nb\r');
}, 'Line endings');

promise_test(async () => {
  const blob = new Blob(['0123456789']);
  const cases = [
    [[], '0123456789'], [[3], '3456789'], [[-3], '789'], [[2, 5], '234'], [[5, 2], ''], [[0, -8], '01'],
    [[-100, 100], '0123456789'], [[NaN, 2.5], '01'], [[1.5, 3.5], '23'], [[Infinity], ''], [[undefined, 2], '01'],
    [[0, 2 ** 53], '0123456789'],
  ];
  for (const [positions, expected] of cases) {
    const part = blob.slice(...positions);
    assert_equals(await part.text(), expected, String(positions));
    assert_equals(part.size, expected.length);
  }
  assert_equals(await blob.slice(2, 8).slice(1, 3).text(), '34');
}, 'slice');

promise_test(async () => {
  const blob = new Blob([new Uint8Array([1, 2, 255])]);
  const [buffer, bytes] = [await blob.arrayBuffer(), await blob.bytes()];
  assert_true(buffer instanceof ArrayBuffer);
  assert_true(bytes instanceof Uint8Array);
  assert_array_equals(new Uint8Array(buffer), [1, 2, 255]);
  assert_array_equals(bytes, [1, 2, 255]);
  bytes[0] = 9;
  assert_array_equals(await blob.bytes(), [1, 2, 255]);
}, 'Each read makes a copy');

promise_test(async () => {
  for (const name of ['text', 'arrayBuffer', 'bytes']) {
    const result = Blob.prototype[name].call({});
    await promise_rejects_js({ step_func: it => it, unreached_func: () => () => {} }, TypeError, result);
  }
}, 'Reading something else rejects');

promise_test(async () => {
  const before = Date.now();
  const file = new File(['a'], 'n\ud800', { type: 'X', lastModified: 12.9 });
  assert_true(file instanceof Blob);
  assert_array_equals([file.name, file.type, file.lastModified, file.size], ['n\ufffd', 'x', 12, 1]);
  assert_equals(new File([], '', { lastModified: -1 }).lastModified, -1);
  const now = new File([], 'a').lastModified;
  assert_true(before <= now && now <= Date.now());
  assert_throws_js(TypeError, () => new File([]));
  assert_throws_js(TypeError, () => new File('a', 'b'));
  assert_equals(file.slice().constructor, Blob);
}, 'File');

promise_test(async () => {
  const file = new File(['abc'], 'name', { type: 'text/plain', lastModified: 5 });
  const { blob, copy, same } = structuredClone({ blob: new Blob(['x'], { type: 'y' }), copy: file, same: file });
  assert_equals(await blob.text() + blob.type, 'xy');
  assert_true(copy instanceof File && copy === same && copy !== file);
  assert_array_equals([copy.name, copy.type, copy.lastModified, await copy.text()], ['name', 'text/plain', 5, 'abc']);
  const { port1, port2 } = new MessageChannel();
  const received = new Promise(resolve => { port2.onmessage = resolve; });
  port1.postMessage(file);
  assert_equals(await (await received).data.text(), 'abc');
  port1.close();
}, 'Clones and messages');

test(() => {
  assert_throws_js(TypeError, () => new FileList());
  assert_equals(FileList.prototype[Symbol.toStringTag], 'FileList');
}, 'FileList');

promise_test(async () => {
  const bytes = new Uint8Array([65, 66]);
  const change = value => ({ toString() { bytes[0] = value; return ''; } });
  assert_equals(await text([bytes, change(67)]), 'CB', 'a later part');
  assert_equals(await text([bytes, bytes.buffer], { get endings() { bytes[0] = 68; } }), 'DBDB', 'an option');
  assert_equals(await new File([bytes], change(69)).text(), 'EB', 'the name of a file');
  if (ArrayBuffer.prototype.transfer) {
    assert_equals(await text(['x', bytes], { get type() { bytes.buffer.transfer(); return ''; } }), 'x', 'detached');
  }
}, 'Buffers are copied after all arguments have been converted');

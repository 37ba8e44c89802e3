// META: title=structuredClone: resizable buffers and length-tracking views
'use strict';
const resizable = (length = 8, maxByteLength = 16) => {
  const buffer = new ArrayBuffer(length, { maxByteLength });
  new Uint8Array(buffer).forEach((_, index, bytes) => { bytes[index] = index + 1; });
  return buffer;
};
const assert_unchanged = buffer =>
  assert_array_equals([...new Uint8Array(buffer)], Array.from({ length: 16 }, (_, i) => i + 1));
const lists = { 'cloned': buffer => [], 'transferred': buffer => [buffer] };
for (const [how, transfer] of Object.entries(lists)) {
  for (const [length, max] of [[8, 16], [8, 8], [0, 4], [0, 0]]) {
    test(() => {
      const buffer = resizable(length, max);
      const clone = structuredClone(buffer, { transfer: transfer(buffer) });
      assert_true(clone.resizable);
      assert_equals(clone.byteLength, length);
      assert_equals(clone.maxByteLength, max);
      clone.resize(max);
      assert_array_equals([...new Uint8Array(clone)], Array.from({ length: max }, (_, i) => i < length ? i + 1 : 0));
      assert_throws_js(RangeError, () => clone.resize(max + 1));
      assert_true(buffer.resizable);
      assert_equals(buffer.byteLength, how === 'cloned' ? length : 0);
      assert_equals(buffer.maxByteLength, how === 'cloned' ? max : 0);
    }, `${how}: a buffer of ${length} bytes, at most ${max}`);
  }
  test(() => {
    const buffer = new ArrayBuffer(8);
    const clone = structuredClone(buffer, { transfer: transfer(buffer) });
    assert_false(clone.resizable);
    assert_false(buffer.resizable);
  }, `${how}: a fixed-length buffer stays fixed-length`);
  for (const View of [Uint8Array, Int16Array, Float64Array, BigInt64Array, DataView]) {
    const size = View.BYTES_PER_ELEMENT ?? 1;
    for (const offset of [0, 8, 16]) {
      test(() => {
        const buffer = resizable(16, 32);
        const clone = structuredClone(new View(buffer, offset), { transfer: transfer(buffer) });
        assert_equals(clone.byteLength, 16 - offset);
        clone.buffer.resize(24);
        assert_equals(clone.byteLength, 24 - offset);
        if (how === 'cloned') assert_unchanged(buffer);
      }, `${how}: a length-tracking ${View.name} at ${offset}`);
      test(() => {
        const buffer = resizable(16, 32);
        const clone = structuredClone(new View(buffer, offset, (16 - offset) / size), { transfer: transfer(buffer) });
        clone.buffer.resize(24);
        assert_equals(clone.byteLength, 16 - offset);
        clone.buffer.resize(offset);
        assert_equals(new Uint8Array(clone.buffer).length, offset);
        if (how === 'cloned') assert_unchanged(buffer);
      }, `${how}: a fixed-length ${View.name} at ${offset} that ends at the end of its buffer`);
    }
    test(() => {
      const buffer = resizable(16, 32);
      const clone = structuredClone(new View(buffer, 0, 8 / size), { transfer: transfer(buffer) });
      clone.buffer.resize(24);
      assert_equals(clone.byteLength, 8);
    }, `${how}: a fixed-length ${View.name}`);
    test(() => {
      const buffer = resizable(16, 16);
      const clone = structuredClone(new View(buffer), { transfer: transfer(buffer) });
      clone.buffer.resize(8);
      assert_equals(clone.byteLength, 8);
    }, `${how}: a length-tracking ${View.name} of a buffer with its maximum length`);
    for (const [what, arguments_] of Object.entries({ 'fixed-length': [0, 16 / size], 'length-tracking': [8] })) {
      test(() => {
        const buffer = resizable(16, 32);
        const view = new View(buffer, ...arguments_);
        buffer.resize(4);
        assert_throws_dom('DataCloneError', () => structuredClone(view, { transfer: transfer(buffer) }));
        assert_equals(buffer.byteLength, 4);
        buffer.resize(16);
        assert_equals(structuredClone(view).byteLength, view.byteLength);
      }, `${how}: a ${what} ${View.name} that is out of bounds`);
    }
  }
}
for (const View of [Uint8Array, DataView]) {
  test(() => {
    const buffer = new ArrayBuffer(8), view = new View(buffer);
    structuredClone(0, { transfer: [buffer] });
    assert_throws_dom('DataCloneError', () => structuredClone(view));
  }, `a ${View.name} of a detached buffer`);
}
test(() => {
  const buffer = resizable(), views = [new Uint8Array(buffer), new DataView(buffer), new Uint8Array(buffer, 0, 4)];
  const clone = structuredClone(views, { transfer: [buffer] });
  assert_equals(clone[0].buffer, clone[1].buffer);
  clone[0].buffer.resize(12);
  assert_array_equals(clone.map(view => view.byteLength), [12, 12, 4]);
}, 'views of one transferred buffer');
promise_test(async t => {
  const { port1, port2 } = new MessageChannel(), buffer = resizable();
  t.add_cleanup(() => port1.close());
  const got = new Promise(resolve => { port2.onmessage = event => resolve(event.data); });
  port1.postMessage(new Uint8Array(buffer), [buffer]);
  const view = await got;
  view.buffer.resize(16);
  assert_equals(view.length, 16);
}, 'a resizable buffer through a port');
test(() => {
  let buffer = new ArrayBuffer(64 * 1024 * 1024);
  for (let i = 0; i < 1000; i++) {
    const bytes = new Uint8Array(buffer);
    bytes[i] = i;
    buffer = structuredClone(buffer, { transfer: [buffer] });
  }
  assert_equals(new Uint8Array(buffer)[999], 999 & 255);
}, 'a large buffer is transferred a thousand times');
test(() => {
  // Without cross-origin isolation, browsers have no shared memory.
  if (typeof SharedArrayBuffer === 'undefined') return;
  const buffer = new SharedArrayBuffer(4, { maxByteLength: 8 });
  for (const View of [Uint8Array, DataView]) {
    const view = structuredClone(new View(buffer, 1));
    assert_not_equals(view.buffer, buffer);
    new Uint8Array(buffer)[1]++;
    assert_equals(new Uint8Array(view.buffer)[1], new Uint8Array(buffer)[1]);
    buffer.grow(buffer.byteLength + 1);
    assert_equals(view.byteLength, buffer.byteLength - 1);
  }
}, 'views of shared buffers are cloned with the same memory');
test(() => {
  if (typeof SharedArrayBuffer === 'undefined') return;
  const buffer = new SharedArrayBuffer(4);
  assert_throws_dom('DataCloneError', () => structuredClone(buffer, { transfer: [buffer] }));
}, 'shared buffers cannot be transferred');

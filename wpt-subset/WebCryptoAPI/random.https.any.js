// META: title=Random values
'use strict';
for (const type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  BigInt64Array, BigUint64Array]) {
  const { name, BYTES_PER_ELEMENT: size } = type;
  test(() => {
    const array = new type(64), result = crypto.getRandomValues(array);
    assert_equals(result, array);
    assert_true(new Set(array).size > 16);
  }, `${name}: filled and returned`);
  test(() => {
    crypto.getRandomValues(new type(65536 / size));
    assert_throws_dom('QuotaExceededError', () => crypto.getRandomValues(new type(65536 / size + 1)));
  }, `${name}: at most 65536 bytes`);
}
for (const array of [
  new Float32Array(1), new Float64Array(1), new DataView(new ArrayBuffer(1)), new Float64Array(9000),
]) {
  test(() => {
    assert_throws_dom('TypeMismatchError', () => crypto.getRandomValues(array));
  }, `${Object.prototype.toString.call(array)} with ${array.byteLength} bytes has the wrong type`);
}
for (const value of [undefined, null, [], {}, 1, 'text', new ArrayBuffer(1),
  new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))]) {
  test(() => assert_throws_js(TypeError, () => crypto.getRandomValues(value)), `not accepted: ${format_value(value)}`);
}
test(() => {
  const buffer = new ArrayBuffer(64), before = new Uint8Array(buffer, 0, 8), after = new Uint8Array(buffer, 56);
  const middle = new Uint8Array(buffer, 8, 48);
  crypto.getRandomValues(middle);
  assert_true([...before, ...after].every(byte => byte === 0));
  assert_true(middle.some(byte => byte !== 0));
}, 'only the bytes of the view change');
test(() => {
  const array = new Uint8Array(4);
  structuredClone(0, { transfer: [array.buffer] });
  assert_equals(crypto.getRandomValues(array), array);
  assert_equals(crypto.getRandomValues(new Uint8Array()).length, 0);
}, 'a detached array and an empty one');
test(() => {
  const made = new Set();
  for (let index = 0; index < 100; index++) {
    const uuid = crypto.randomUUID();
    assert_true(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid), uuid);
    made.add(uuid);
  }
  assert_equals(made.size, 100);
}, 'UUIDs');
test(() => {
  assert_equals(crypto, self.crypto);
  assert_equals(crypto.subtle, crypto.subtle);
  assert_class_string(crypto, 'Crypto');
  assert_class_string(crypto.subtle, 'SubtleCrypto');
  assert_throws_js(TypeError, () => new Crypto());
  assert_throws_js(TypeError, () => new SubtleCrypto());
  assert_throws_js(TypeError, () => crypto.getRandomValues.call({}, new Uint8Array(1)));
  assert_throws_js(TypeError, () => { crypto = 1; });
  // In a worker, the attribute is on the prototype.
  let owner = self;
  while (!Object.hasOwn(owner, 'crypto')) owner = Object.getPrototypeOf(owner);
  const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(owner, 'crypto');
  assert_true(enumerable && configurable && !set);
  assert_equals(get.call(undefined), crypto);
  assert_throws_js(TypeError, () => get.call({}));
}, 'the objects');

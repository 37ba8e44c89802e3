// META: title=structuredClone
'use strict';
for (const value of [
  undefined, null, true, 0, -0, NaN, Infinity, 1.5, '', 'text', '\ud800', 10n, -(2n ** 70n),
]) {
  test(() => assert_equals(structuredClone(value), value), `a primitive: ${format_value(value)}`);
}
for (const value of [
  new Boolean(true), new Boolean(false), new Number(-0), new Number(5), new String(''), new String('text'),
  Object(5n), new Date(0), new Date(NaN), new Date(-1e12),
]) {
  test(() => {
    const clone = structuredClone(value);
    assert_not_equals(clone, value);
    assert_equals(Object.getPrototypeOf(clone), Object.getPrototypeOf(value));
    assert_equals(clone.valueOf(), value.valueOf());
  }, `an object: ${Object.prototype.toString.call(value)} ${String(value)}`);
}
for (const value of [/a/, /a\/b/gimsuy, /[/]/, new RegExp(''), new RegExp('/')]) {
  test(() => {
    value.lastIndex = 3;
    const clone = structuredClone(value);
    assert_equals(clone.source, value.source);
    assert_equals(clone.flags, value.flags);
    assert_equals(clone.lastIndex, 0);
  }, `a regular expression: ${value}`);
}
for (const E of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
  test(() => {
    const error = new E('message', { cause: { a: 1 } });
    error.extra = 1;
    const clone = structuredClone(error);
    assert_equals(Object.getPrototypeOf(clone), E.prototype);
    assert_equals(clone.message, 'message');
    assert_equals(clone.cause.a, 1);
    assert_false('extra' in clone);
    assert_false(Object.hasOwn(structuredClone(new E()), 'message'));
  }, `an error: ${E.name}`);
}
test(() => {
  assert_equals(structuredClone(Object.assign(new Error(), { name: 'Mine' })).name, 'Error');
}, 'an error with another name');
test(() => {
  const clone = structuredClone(new DOMException('m', 'AbortError'));
  assert_true(clone instanceof DOMException);
  assert_equals(clone.name + clone.message + clone.code, 'AbortErrorm20');
}, 'a DOMException');
test(() => {
  const value = { a: 1, get b() { return 2; }, [Symbol('s')]: 3, nested: { deep: [1, { x: 1 }] } };
  Object.defineProperty(value, 'hidden', { value: 4, enumerable: false });
  const clone = structuredClone(Object.setPrototypeOf(value, { inherited: 1 }));
  assert_array_equals(Object.keys(clone), ['a', 'b', 'nested']);
  assert_equals(Object.getPrototypeOf(clone), Object.prototype);
  assert_equals(Object.getOwnPropertyDescriptor(clone, 'b').value, 2);
  assert_equals(clone.nested.deep[1].x, 1);
}, 'a plain object');
test(() => {
  const value = [1, , 3];
  value.extra = 'x';
  const clone = structuredClone(value);
  assert_true(Array.isArray(clone));
  assert_equals(clone.length, 3);
  assert_false(1 in clone);
  assert_equals(clone.extra, 'x');
}, 'an array with a hole');
test(() => assert_equals(structuredClone(new Array(1000000)).length, 1000000), 'a sparse array');
test(() => {
  const value = {};
  value.self = value;
  value.list = [value];
  const clone = structuredClone(value);
  assert_equals(clone.self, clone);
  assert_equals(clone.list[0], clone);
}, 'cycles');
test(() => {
  const shared = {};
  const clone = structuredClone([shared, shared]);
  assert_equals(clone[0], clone[1]);
}, 'shared objects stay shared');
test(() => {
  const map = new Map([[{ k: 1 }, 'v'], ['self', null]]);
  map.set('self', map);
  const clone = structuredClone(map);
  assert_equals(clone.get('self'), clone);
  assert_equals([...clone.keys()][0].k, 1);
}, 'a map');
test(() => {
  const set = new Set([1, 'a']);
  set.add(set);
  const clone = structuredClone(set);
  assert_true(clone.has(clone));
  assert_equals(clone.size, 3);
}, 'a set');
for (const View of [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array,
]) {
  test(() => {
    const view = new View(new ArrayBuffer(32), 8, 2);
    view[1] = View.name.startsWith('Big') ? 7n : 7;
    const clone = structuredClone(view);
    assert_equals(clone.constructor, View);
    assert_equals(clone[1], view[1]);
    assert_equals(clone.byteOffset, 8);
    assert_equals(clone.buffer.byteLength, 32);
    assert_not_equals(clone.buffer, view.buffer);
  }, View.name);
}
test(() => {
  const view = new DataView(new ArrayBuffer(8), 2, 4);
  view.setInt16(0, 99);
  const clone = structuredClone(view);
  assert_equals(clone.getInt16(0), 99);
  assert_equals(clone.byteLength, 4);
}, 'DataView');
test(() => {
  const buffer = new ArrayBuffer(8);
  const clone = structuredClone({ a: new Uint8Array(buffer), b: new Int8Array(buffer), buffer });
  assert_equals(clone.a.buffer, clone.buffer);
  assert_equals(clone.b.buffer, clone.buffer);
}, 'views of one buffer share its clone');
for (const [name, value] of Object.entries({
  'a function': () => {},
  'a class': class {},
  'a symbol': Symbol(),
  'a symbol object': Object(Symbol()),
  'a WeakMap': new WeakMap(),
  'a WeakRef': new WeakRef({}),
  'a promise': Promise.resolve(),
  'a proxy': new Proxy({}, {}),
  'an EventTarget': new EventTarget(),
  'a port': new MessageChannel().port1,
  'a nested function': { a: [() => {}] },
  'a generator': (function* () {})(),
  'the global object': self,
})) test(() => assert_throws_dom('DataCloneError', () => structuredClone(value)), `cannot be cloned: ${name}`);
test(() => {
  assert_throws_exactly('from the getter', () => structuredClone({ get a() { throw 'from the getter'; } }));
}, 'a getter throws');
test(() => assert_throws_js(TypeError, () => structuredClone()), 'no argument');
test(() => {
  const buffer = new Uint8Array([1, 2, 3]).buffer;
  const clone = structuredClone({ buffer }, { transfer: [buffer] });
  assert_equals(buffer.byteLength, 0);
  assert_array_equals(new Uint8Array(clone.buffer), [1, 2, 3]);
}, 'a transferred buffer');
for (const [name, transfer] of Object.entries({
  'an object': [{}],
  'the same buffer twice': (b => [b, b])(new ArrayBuffer(1)),
  'a detached buffer': (b => { structuredClone(b, { transfer: [b] }); return [b]; })(new ArrayBuffer(1)),
})) {
  test(() => {
    assert_throws_dom('DataCloneError', () => structuredClone(0, { transfer }));
  }, `cannot be transferred: ${name}`);
}
test(() => {
  const buffer = new ArrayBuffer(8);
  assert_throws_dom('DataCloneError', () => structuredClone(() => {}, { transfer: [buffer] }));
  assert_equals(buffer.byteLength, 8);
}, 'nothing is transferred if the value cannot be cloned');

// structuredClone calls no method or getter that a program could have replaced. Only the list of objects to transfer is
// read with its iterator, as Web IDL says.

const { apply } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Object;
const calls = [];
let watches = false;

function note(name) {
  if (watches) calls[calls.length] = `${typeof name === 'symbol' ? name.description : name}`;
}

function patch(object, name) {
  const { value, get } = getOwnPropertyDescriptor(object, name);
  const call = (original) => function (...args) {
    note(name);
    return apply(original, this, args);
  };
  const patched = value ? { value: call(value), writable: true } : { get: call(get) };
  defineProperty(object, name, { ...patched, configurable: true });
}

const TypedArray = Object.getPrototypeOf(Uint8Array);
const patched = [
  [Map.prototype, ['set', 'get', 'has', 'entries', 'forEach', 'keys', 'size', Symbol.iterator]],
  [Set.prototype, ['add', 'has', 'values', 'forEach', 'size', Symbol.iterator]],
  [Object.prototype, ['propertyIsEnumerable', 'hasOwnProperty', 'toString', 'valueOf']],
  [Array.prototype, ['push', 'concat', 'slice', 'forEach', 'map', 'join', Symbol.iterator]],
  [Object, ['keys', 'entries', 'assign', 'defineProperty', 'getOwnPropertyDescriptor', 'create']],
  [Reflect, ['ownKeys', 'get', 'set', 'defineProperty']],
  [Date.prototype, ['getTime', 'valueOf', Symbol.toPrimitive]],
  [RegExp.prototype, ['toString', 'exec', 'source', 'flags']],
  [Number.prototype, ['valueOf']],
  [String.prototype, ['valueOf', Symbol.iterator]],
  [Boolean.prototype, ['valueOf']],
  [BigInt.prototype, ['valueOf']],
  [ArrayBuffer.prototype, ['slice', 'resize', 'byteLength', 'resizable', 'maxByteLength']],
  [TypedArray.prototype, ['slice', 'set', 'subarray', 'buffer', 'byteOffset', 'length', Symbol.toStringTag]],
  [DataView.prototype, ['buffer', 'byteOffset', 'byteLength']],
  [Error.prototype, ['toString']],
  [Blob.prototype, ['slice', 'size', 'type']],
];
const globals = ['Map', 'Set', 'Date', 'RegExp', 'ArrayBuffer', 'Uint8Array', 'DataView', 'Error', 'RangeError',
  'Array', 'Object', 'Number', 'String', 'Boolean', 'Blob'];

const buffer = new ArrayBuffer(8);
const value = {
  map: new Map([[1, new Set([2])]]),
  set: new Set([3, {}]),
  date: new Date(5),
  pattern: /x/gi,
  array: [1, , { a: 1 }],
  buffer,
  resizable: new ArrayBuffer(4, { maxByteLength: 8 }),
  bytes: new Uint8Array([1, 2]),
  view: new DataView(new ArrayBuffer(3), 1),
  error: new RangeError('message', { cause: new Error('cause') }),
  objects: [Object(1), Object('s'), Object(true), Object(1n)],
  blob: new Blob(['x']),
};

for (const [object, names] of patched) {
  for (const name of names) patch(object, name);
}
for (const name of globals) {
  const original = globalThis[name];
  defineProperty(globalThis, name, { configurable: true, get: () => (note(`the global ${name}`), original) });
}
watches = true;
const clone = structuredClone(value, { transfer: [buffer] });
watches = false;

console.log(calls);
console.log(clone.map.get(1).has(2), clone.set.size, clone.date.getTime(), String(clone.pattern), clone.array.length);
console.log(clone.buffer.byteLength, clone.resizable.maxByteLength, clone.bytes[1], clone.view.byteOffset);
console.log(clone.error.cause.message, clone.objects, clone.blob.size);

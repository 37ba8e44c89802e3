// META: title=structuredClone: code of the program that it runs or does not run
'use strict';
// While `act` runs, all properties of built-in objects that a program can replace throw.
function with_replaced_builtins(act) {
  const { ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Reflect;
  const constructors = [
    Object, Array, Map, Set, Date, RegExp, ArrayBuffer, getPrototypeOf(Uint8Array), Uint8Array, DataView, Boolean,
    Number, String, BigInt, Error, TypeError,
  ];
  const replaced = [];
  const fails = () => { throw 'a replaced function was called'; };
  const replace = object => {
    const keys = ownKeys(object);
    for (let i = 0; i < keys.length; i++) {
      const descriptor = getOwnPropertyDescriptor(object, keys[i]);
      // The algorithm does read `name`.
      if (!descriptor.configurable || keys[i] === 'name' || keys[i] === '__proto__') continue;
      replaced[replaced.length] = [object, keys[i], descriptor];
      defineProperty(object, keys[i], { get: fails, set: fails, configurable: true });
    }
  };
  try {
    for (let i = 0; i < constructors.length; i++) { replace(constructors[i].prototype); replace(constructors[i]); }
    return act();
  } finally {
    for (let i = 0; i < replaced.length; i++) defineProperty(replaced[i][0], replaced[i][1], replaced[i][2]);
  }
}
const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
for (const [name, value] of Object.entries({
  'an object': { a: { b: 1 } },
  'an array': [1, , [2]],
  'a map': new Map([[1, new Map()]]),
  'a set': new Set([1, new Set()]),
  'a date': new Date(5),
  'a regular expression': /a\/b[\n]/gimsuyd,
  'a buffer': new ArrayBuffer(8),
  'a resizable buffer': new ArrayBuffer(8, { maxByteLength: 16 }),
  'a typed array': new Uint8Array([1, 2]),
  'a length-tracking typed array': new Int16Array(buffer, 2),
  'a view': new DataView(new ArrayBuffer(8), 2, 4),
  'a length-tracking view': new DataView(buffer, 2),
  'a Boolean': new Boolean(true),
  'a Number': new Number(5),
  'a String': new String('text'),
  'a BigInt': Object(5n),
  'an error': new TypeError('message', { cause: 1 }),
  'a DOMException': new DOMException('m', 'AbortError'),
})) {
  test(() => {
    const clone = with_replaced_builtins(() => structuredClone(value));
    assert_equals(Object.getPrototypeOf(clone), Object.getPrototypeOf(value));
    assert_equals(String(clone), String(value));
  }, `built-in functions are not looked up: ${name}`);
}
test(() => {
  const inherited = () => { throw 'an inherited setter ran'; };
  Object.defineProperty(Object.prototype, 'a', { set: inherited, configurable: true });
  Object.defineProperty(Array.prototype, '0', { set: inherited, configurable: true });
  try {
    const clone = structuredClone(JSON.parse('{ "a": [1] }'));
    assert_equals(clone.a[0], 1);
  } finally {
    delete Object.prototype.a;
    delete Array.prototype[0];
  }
}, 'inherited setters do not run');

test(() => {
  const value = { get a() { Object.defineProperty(this, 'b', { enumerable: false }); return 1; }, b: 2 };
  assert_equals(structuredClone(value).b, 2);
}, 'which properties are enumerable is decided before the first getter runs');
test(() => {
  const value = { get a() { Object.defineProperty(this, 'b', { enumerable: true }); return 1; } };
  Object.defineProperty(value, 'b', { value: 2, enumerable: false, configurable: true });
  assert_false('b' in structuredClone(value));
}, 'a property that becomes enumerable later is left out');
test(() => {
  const value = { get a() { delete this.b; this.c = 1; return 1; }, b: 2 };
  assert_array_equals(Object.keys(structuredClone(value)), ['a']);
}, 'a property that a getter removes is left out, and so is one that it adds');
test(() => {
  const value = [0, 1, 2];
  Object.defineProperty(value, 0, { get() { delete value[1]; return 0; }, enumerable: true });
  const clone = structuredClone(value);
  assert_false(1 in clone);
  assert_equals(clone[2], 2);
}, 'an element that a getter removes is left out');
test(() => {
  const value = { get a() { delete this.b; return 1; }, b: 2, __proto__: { b: 'inherited' } };
  assert_false('b' in structuredClone(value));
}, 'an inherited property does not take the place of a removed one');

const throws = { get() { throw 'a getter ran'; }, configurable: true };
for (const name of ['message', 'stack', 'cause']) {
  test(() => {
    const error = new TypeError('text', { cause: 'cause' });
    Object.defineProperty(error, name, throws);
    const clone = structuredClone(error);
    assert_true(clone instanceof TypeError);
    if (name !== 'stack') assert_false(Object.hasOwn(clone, name));
  }, `an accessor of an error does not run: ${name}`);
  test(() => {
    class Mine extends Error {}
    Object.defineProperty(Mine.prototype, name, throws);
    const error = new Mine();
    delete error[name];
    const clone = structuredClone(error);
    if (name !== 'stack') assert_false(Object.hasOwn(clone, name));
  }, `an inherited accessor of an error does not run: ${name}`);
}
test(() => {
  const error = new Error('a');
  error.message = { toString: () => 'converted' };
  assert_equals(structuredClone(error).message, 'converted');
}, 'the message of an error is converted to a string');
test(() => {
  const error = new Error('a');
  error.message = Symbol();
  assert_throws_js(TypeError, () => structuredClone(error));
}, 'the message of an error cannot be a symbol');
test(() => {
  const error = new Error();
  error.message = undefined;
  assert_equals(structuredClone(error).message, 'undefined');
}, 'the message of an error is undefined');
for (const [what, name] of Object.entries({
  'an object': { toString() { throw 'toString ran'; } },
  'a string object': new String('TypeError'),
  'a symbol': Symbol(),
  'a number': 1,
  'undefined': undefined,
  'another string': 'AggregateError',
  'a string that is not well-formed': '\ud800',
})) {
  test(() => {
    const error = new RangeError('m');
    error.name = name;
    const clone = structuredClone(error);
    assert_equals(Object.getPrototypeOf(clone), Error.prototype);
    assert_equals(clone.name, 'Error');
  }, `the name of an error is not one of the known names: ${what}`);
}
test(() => {
  const error = new RangeError('m');
  Object.defineProperty(error, 'name', { get: () => 'URIError' });
  assert_equals(Object.getPrototypeOf(structuredClone(error)), URIError.prototype);
}, 'the name of an error comes from a getter');
test(() => {
  const error = new Error('m');
  assert_equals(structuredClone(error).stack, error.stack);
  error.stack = 'mine';
  assert_equals(structuredClone(error).stack, 'mine');
}, 'the stack of an error');

for (const value of [/a/dgimsuy, /[\p{L}--[a-z]]/v, new RegExp('\ud800'), new RegExp('\\\\/'), new RegExp('\n')]) {
  test(() => {
    const { source, flags } = value;
    for (const name of ['source', 'flags', 'global', 'lastIndex']) {
      Object.defineProperty(value, name, { value: 'replaced' });
    }
    const clone = structuredClone(value);
    assert_equals(clone.source, source);
    assert_equals(clone.flags, flags);
    assert_equals(clone.lastIndex, 0);
    assert_equals(Object.getOwnPropertyNames(clone).join(), 'lastIndex');
  }, `own properties of a regular expression do not matter: ${JSON.stringify(value.source)}`);
}

// Cloning is not quadratic. Too deep a value causes an error that the program can catch.
test(() => {
  const shared = {};
  const list = Array.from({ length: 10000 }, (_, i) => ({ i, shared }));
  const value = { list, map: new Map(), set: new Set(), object: {} };
  for (let i = 0; i < 10000; i++) { value.map.set(i, i); value.set.add(i); value.object['k' + i] = i; }
  const clone = structuredClone(value);
  assert_equals(clone.list[9999].shared, clone.list[0].shared);
  assert_equals(clone.map.size + clone.set.size + Object.keys(clone.object).length, 30000);
}, 'a wide value');
for (const [name, wrap] of Object.entries({
  object: inner => ({ inner }),
  array: inner => [inner],
  map: inner => new Map([[0, inner]]),
  'key of a map': inner => new Map([[inner, 0]]),
  set: inner => new Set([inner]),
  error: cause => new Error('', { cause }),
})) {
  const nested = depth => {
    let value = {};
    for (let i = 0; i < depth; i++) value = wrap(value);
    return value;
  };
  test(() => { structuredClone(nested(1000)); }, `a deep value: ${name}`);
  test(() => {
    try {
      structuredClone(nested(25000));
    } catch (error) {
      assert_true(error instanceof RangeError);
    }
  }, `a very deep value is cloned or throws a RangeError: ${name}`);
}

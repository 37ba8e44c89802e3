// META: title=Properties of interfaces according to Web IDL
'use strict';
const names = [
  'DOMException', 'Event', 'CustomEvent', 'EventTarget', 'AbortController', 'AbortSignal', 'ErrorEvent',
  'PromiseRejectionEvent', 'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure',
  'PerformanceObserver', 'PerformanceObserverEntryList', 'MessageChannel', 'MessagePort', 'MessageEvent',
  'BroadcastChannel', 'TextDecoder', 'TextEncoder', 'Crypto', 'SubtleCrypto', 'Blob', 'File', 'FileList', 'URL',
  'URLSearchParams', 'Headers', 'FormData', 'Request', 'Response',
];
for (const name of names) {
  test(() => {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(self, name);
    assert_true(writable && configurable && !enumerable);
  }, `${name}: property of the global object`);
  test(() => {
    assert_equals(self[name].name, name);
    assert_equals(self[name].prototype[Symbol.toStringTag], name);
    assert_equals(self[name].prototype.constructor, self[name]);
  }, `${name}: names`);
  test(() => {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(self[name], 'prototype');
    assert_false(writable || enumerable || configurable);
  }, `${name}: prototype`);
  test(() => assert_throws_js(TypeError, () => self[name]()), `${name}: cannot be called`);
  test(() => {
    for (const key of Object.getOwnPropertyNames(self[name].prototype)) {
      const member = Object.getOwnPropertyDescriptor(self[name].prototype, key);
      if (key !== 'constructor' && key !== 'stack') assert_true(member.enumerable, key);
      if (member.get) assert_throws_js(TypeError, () => member.get.call({}), key);
    }
  }, `${name}: members are enumerable, getters check this`);
}
for (const [child, parent] of [
  ['CustomEvent', 'Event'], ['ErrorEvent', 'Event'], ['MessageEvent', 'Event'], ['PromiseRejectionEvent', 'Event'],
  ['AbortSignal', 'EventTarget'], ['MessagePort', 'EventTarget'], ['Performance', 'EventTarget'],
  ['BroadcastChannel', 'EventTarget'], ['PerformanceMark', 'PerformanceEntry'],
  ['PerformanceMeasure', 'PerformanceEntry'],
]) {
  test(() => {
    assert_equals(Object.getPrototypeOf(self[child]), self[parent]);
    assert_equals(Object.getPrototypeOf(self[child].prototype), self[parent].prototype);
  }, `${child} inherits from ${parent}`);
}
const codes = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
  NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11,
  SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17,
  SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23,
  InvalidNodeTypeError: 24, DataCloneError: 25, NotAllowedError: 0, Other: 0,
};
for (const [name, code] of Object.entries(codes)) {
  test(() => assert_equals(new DOMException('m', name).code, code), `the code of ${name}`);
}
const constants = {
  INDEX_SIZE_ERR: 1, DOMSTRING_SIZE_ERR: 2, HIERARCHY_REQUEST_ERR: 3, NO_DATA_ALLOWED_ERR: 6, VALIDATION_ERR: 16,
  ABORT_ERR: 20, DATA_CLONE_ERR: 25,
};
for (const [name, value] of Object.entries(constants)) {
  test(() => {
    assert_equals(DOMException[name], value);
    assert_equals(DOMException.prototype[name], value);
    assert_throws_js(TypeError, () => { DOMException[name] = 0; });
  }, `DOMException.${name}`);
}
test(() => {
  const e = new DOMException();
  assert_equals(e.name, 'Error');
  assert_equals(e.message, '');
  assert_equals(e.code, 0);
}, 'new DOMException()');
test(() => {
  const e = new DOMException('m', 'n');
  assert_equals(String(e), 'n: m');
  assert_true(e instanceof Error);
  assert_equals(Object.getPrototypeOf(DOMException.prototype), Error.prototype);
  assert_equals(Object.getPrototypeOf(DOMException), Function.prototype);
  assert_class_string(e, 'DOMException');
  assert_false(Object.hasOwn(e, 'message'));
}, 'DOMException and Error');
test(() => {
  const e = new DOMException(undefined, undefined);
  assert_equals(e.message + e.name, 'Error');
  assert_equals(new DOMException(null, null).message, 'null');
}, 'undefined and null as arguments of DOMException');
for (const value of ['x', 1, true, Symbol.iterator]) {
  test(() => {
    assert_throws_js(TypeError, () => new Event('x', value));
  }, `a dictionary cannot be ${format_value(value)}`);
}
for (const value of [null, undefined, {}, [], () => {}, new Date(0)]) {
  test(() => {
    assert_equals(new Event('x', value).bubbles, false);
  }, `a dictionary can be ${format_value(value)}`);
}

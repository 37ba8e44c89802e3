// META: title=FileList, which only pages can create
test(() => {
  assert_throws_js(TypeError, () => new FileList(), 'new');
  const iterator = Object.getOwnPropertyDescriptor(FileList.prototype, Symbol.iterator);
  assert_equals(iterator.value, Array.prototype.values, 'it has indexed properties, so it iterates as an array');
  assert_true(iterator.writable && iterator.configurable && !iterator.enumerable, 'its attributes');
}, 'FileList is iterable');

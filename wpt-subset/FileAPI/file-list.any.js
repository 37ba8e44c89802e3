// META: title=FileList, which only pages can create
test(() => {
  assert_throws_js(TypeError, () => new FileList(), 'new');
  const iterator = Object.getOwnPropertyDescriptor(FileList.prototype, Symbol.iterator);
  assert_equals(iterator.value, Array.prototype.values, 'an interface with indexed properties has the iterator of arrays');
  assert_true(iterator.writable && iterator.configurable && !iterator.enumerable, 'its attributes');
}, 'FileList is iterable');

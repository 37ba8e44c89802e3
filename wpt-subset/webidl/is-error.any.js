// META: title=DOMException is an error
test(() => {
  assert_true(Error.isError(new DOMException()));
  assert_true(Error.isError(new TypeError()));
  assert_true(Error.isError(new (class extends Error {})()));
  const others = [null, undefined, "Error", {}, Error, Error.prototype, Object.create(Error.prototype)];
  for (const other of [...others, DOMException.prototype]) {
    assert_false(Error.isError(other));
  }
}, 'Error.isError() is true for errors and for DOMException');

test(() => {
  for (const name of ['onoffline', 'ononline']) {
    assert_equals(globalThis[name], null);
    const handler = () => {};
    globalThis[name] = handler;
    assert_equals(globalThis[name], handler);
    globalThis[name] = null;
  }
}, 'The global has handlers for the network');

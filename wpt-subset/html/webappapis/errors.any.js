// META: title=Reporting of exceptions and rejections
'use strict';
setup({ allow_uncaught_exception: true });
for (const value of [new Error('x'), 'text', null, undefined, 0, { an: 'object' }]) {
  test(() => {
    let event;
    addEventListener('error', e => { event = e; e.preventDefault(); }, { once: true });
    reportError(value);
    assert_true(event instanceof ErrorEvent);
    assert_equals(event.error, value);
    assert_true(event.cancelable && event.isTrusted);
    assert_equals(typeof event.message, 'string');
    assert_equals(event.filename, new URL('errors.any.js', location.href).href);
    assert_greater_than(event.lineno, 0);
    assert_greater_than(event.colno, 0);
  }, `reportError(${format_value(value)})`);
}
test(() => assert_throws_js(TypeError, () => reportError()), 'reportError() throws');
test(() => {
  let args;
  self.onerror = (...given) => { args = given; return true; };
  const error = new RangeError('message');
  reportError(error);
  self.onerror = null;
  assert_equals(args.length, 5);
  assert_true(args[0].includes('message'));
  assert_equals(args[4], error);
}, 'onerror receives the members of the event as arguments');
async_test(t => {
  const reason = { a: 'reason' };
  const promise = Promise.reject(reason);
  addEventListener('unhandledrejection', t.step_func(event => {
    event.preventDefault();
    assert_true(event instanceof PromiseRejectionEvent);
    assert_equals(event.promise, promise);
    assert_equals(event.reason, reason);
    addEventListener('rejectionhandled', t.step_func_done(event => {
      assert_equals(event.promise, promise);
      assert_equals(event.reason, reason);
    }), { once: true });
    setTimeout(() => promise.catch(() => {}), 0);
  }), { once: true });
}, 'unhandledrejection, then rejectionhandled');
async_test(t => {
  const promise = Promise.reject(new Error('handled'));
  const listener = t.step_func(event => assert_not_equals(event.promise, promise));
  addEventListener('unhandledrejection', listener);
  queueMicrotask(() => queueMicrotask(() => promise.catch(() => {})));
  setTimeout(t.step_func_done(() => removeEventListener('unhandledrejection', listener)), 10);
}, 'no event for a rejection that is handled in the same checkpoint');
for (const [name, init] of Object.entries({
  'no members': {},
  'all members': { message: 'm', filename: 'f', lineno: 1, colno: 2, error: 3 },
})) {
  test(() => {
    const event = new ErrorEvent('x', init);
    const defaults = { message: '', filename: '', lineno: 0, colno: 0, error: undefined };
    for (const member of Object.keys(defaults)) assert_equals(event[member], init[member] ?? defaults[member], member);
  }, `new ErrorEvent with ${name}`);
}
test(() => {
  assert_throws_js(TypeError, () => new PromiseRejectionEvent('x', {}));
}, 'new PromiseRejectionEvent without a promise');
for (const [name, promise] of Object.entries({
  'a promise': Promise.resolve(), 'an object': {}, 'a function': () => {}, 'a thenable': { then() {} },
})) {
  test(() => {
    assert_equals(new PromiseRejectionEvent('x', { promise }).promise, promise);
  }, `new PromiseRejectionEvent with ${name}`);
}
for (const promise of [null, 0, 'text', true, Symbol()]) {
  test(() => {
    assert_throws_js(TypeError, () => new PromiseRejectionEvent('x', { promise }));
  }, `new PromiseRejectionEvent with ${format_value(promise)}`);
}

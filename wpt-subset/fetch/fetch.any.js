// META: title=fetch

promise_test(async () => {
  const response = await fetch('data:text/x;charset=a,b%20c#d');
  assert_array_equals([response.status, response.type, response.redirected, response.ok], [200, 'basic', false, true]);
  assert_equals(response.headers.get('content-type'), 'text/x;charset=a');
  assert_equals(await response.text(), 'b c');
  assert_equals(await (await fetch('data:;base64,aGk=')).text(), 'hi');
}, 'data: URLs');

promise_test(async () => {
  const response = await fetch('/resources/testharness.js?x#y');
  assert_equals(response.status, 200);
  assert_equals(response.url, new URL('/resources/testharness.js?x', location).href);
  assert_true((await response.text()).length > 0);
  assert_equals((await fetch('nowhere.txt')).status, 404);
}, 'The server of the tests');

promise_test(async () => {
  const rejected = async (...args) => {
    let error;
    await fetch(...args).catch(e => { error = e; });
    assert_true(error instanceof TypeError, String(error));
  };
  await rejected();
  await rejected('http://[');
  await rejected('unknown:x');
  await rejected('http://other.example/');
  await rejected('data:text/plain');
  await rejected('data:,x', { method: 'TRACE' });
}, 'Failures reject');

promise_test(async () => {
  const controller = new AbortController();
  controller.abort('before');
  let reason;
  await fetch('data:,x', { signal: controller.signal }).catch(e => { reason = e; });
  assert_equals(reason, 'before');
}, 'Aborted before');

promise_test(async () => {
  const controller = new AbortController();
  const fetched = fetch('data:,x', { signal: controller.signal });
  controller.abort('during');
  let reason;
  await fetched.catch(e => { reason = e; });
  assert_equals(reason, 'during');
}, 'Aborted during');

promise_test(async () => {
  const controller = new AbortController();
  const response = await fetch('data:,x', { signal: controller.signal });
  const text = response.text();
  controller.abort('after');
  let reason;
  await text.catch(e => { reason = e; });
  assert_equals(reason, 'after');
}, 'Aborted after the response, before its body');

promise_test(async t => {
  const reason = new Error('before');
  let canceled;
  const body = new ReadableStream({ cancel(with_) { canceled = with_; } });
  const fetched = fetch('/never', { method: 'POST', body, duplex: 'half', signal: AbortSignal.abort(reason) });
  assert_equals(canceled, reason, 'the body is canceled at once');
  await promise_rejects_exactly(t, reason, fetched);
}, 'Aborted before the body of the request is read');

promise_test(async () => {
  const controller = new AbortController();
  const text = await (await fetch('data:,x', { signal: controller.signal })).text();
  controller.abort();
  assert_equals(text, 'x');
}, 'Aborted too late');

promise_test(async () => {
  const url = URL.createObjectURL(new Blob(['hello world'], { type: 'text/plain' }));
  for (const [range, text, contentRange] of [
    ['bytes=0-4', 'hello', 'bytes 0-4/11'],
    ['bytes=6-', 'world', 'bytes 6-10/11'],
    ['bytes=-3', 'rld', 'bytes 8-10/11'],
    ['bytes=3-100', 'lo world', 'bytes 3-10/11'],
  ]) {
    const response = await fetch(url, { headers: { range } });
    assert_equals(response.status, 206, range);
    assert_equals(response.statusText, 'Partial Content');
    assert_equals(response.headers.get('Content-Range'), contentRange);
    assert_equals(response.headers.get('Content-Length'), String(text.length));
    assert_equals(response.headers.get('Content-Type'), 'text/plain');
    assert_equals(await response.text(), text);
  }
  for (const range of ['bytes=11-', 'bytes=4-3', 'bytes=-', 'bytes=0-1,3-4', 'nonsense']) {
    await promise_rejects_js(globalThis, TypeError, fetch(url, { headers: { range } }), range);
  }
}, 'Ranges of blobs');

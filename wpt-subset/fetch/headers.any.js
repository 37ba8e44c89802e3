// META: title=Headers, FormData and the bodies of Request and Response

test(() => {
  const headers = new Headers([['b', '1'], ['A', ' 2 '], ['B', '3'], ['Set-Cookie', 'x'], ['set-cookie', 'y']]);
  assert_equals(headers.get('b'), '1, 3');
  assert_equals(headers.get('a'), '2');
  assert_equals(headers.get('none'), null);
  assert_array_equals(headers.getSetCookie(), ['x', 'y']);
  assert_equals([...headers].join('|'), 'a,2|b,1, 3|set-cookie,x|set-cookie,y');
  headers.set('B', '4');
  headers.delete('A');
  assert_equals([...headers.keys()].join(), 'b,set-cookie,set-cookie');
}, 'Headers are combined and sorted');

test(() => {
  for (const init of [null, 1, 'a', [['a']], [['a', 'b', 'c']], { 'a b': '1' }, { a: '\u0100' }, { a: '1\n2' }, [1]]) {
    assert_throws_js(TypeError, () => new Headers(init), JSON.stringify(init));
  }
  assert_throws_js(TypeError, () => new Headers().get('a b'));
  assert_throws_js(TypeError, () => new Headers({ [Symbol()]: 'x' }));
  assert_throws_js(TypeError, () => Response.error().headers.append('a', 'b'));
}, 'Bad headers');

test(() => {
  const { headers } = new Request('http://example.com', { headers: { cookie: 'a', 'sec-x': 'b', ok: 'c' } });
  assert_equals([...headers].join(), 'ok,c');
  const safe = new Request('http://example.com', { mode: 'no-cors', headers: { ok: 'c', accept: 'd' } }).headers;
  assert_equals([...safe].join(), 'accept,d');
  assert_equals([...new Response('', { headers: { 'set-cookie': 'a' } }).headers.keys()].join(), 'content-type');
}, 'Guards');

test(() => {
  const url = 'http://example.com/';
  for (const init of [
    { method: 'TRACE' }, { method: 'a b' }, { mode: 'navigate' }, { mode: 'x' }, { body: 'a' },
    { method: 'HEAD', body: '' }, { signal: {} }, { window: {} }, { cache: 'only-if-cached' }, { referrer: 'http://[' },
    { mode: 'no-cors', method: 'PUT' }, 1,
  ]) assert_throws_js(TypeError, () => new Request(url, init), JSON.stringify(init));
  assert_throws_js(TypeError, () => new Request('http://['));
  assert_throws_js(TypeError, () => new Request('http://a:b@example.com'));
  for (const status of [0, 199, 600, -1]) assert_throws_js(RangeError, () => new Response('', { status }));
  assert_throws_js(TypeError, () => new Response('', { status: 204 }));
  assert_throws_js(TypeError, () => new Response(null, { statusText: '\n' }));
  assert_throws_js(RangeError, () => Response.redirect('http://example.com', 200));
  assert_throws_js(TypeError, () => Response.json());
}, 'Bad requests and responses');

test(() => {
  const first = new Request('http://example.com/a#b', { method: 'post', body: 'x', headers: { a: '1' } });
  assert_array_equals([first.method, first.url, first.headers.get('content-type')],
    ['POST', 'http://example.com/a#b', 'text/plain;charset=UTF-8']);
  const second = new Request(first, { headers: { b: '2' } });
  assert_true(first.bodyUsed);
  assert_false(second.bodyUsed);
  assert_equals([...second.headers.keys()].join(), 'b');
  assert_throws_js(TypeError, () => first.clone());
  assert_throws_js(TypeError, () => new Request(first));
}, 'A request from a request');

promise_test(async () => {
  const controller = new AbortController();
  const request = new Request('http://example.com', { signal: controller.signal });
  const copy = request.clone();
  controller.abort('why');
  assert_true(request.signal.aborted && copy.signal.aborted);
  assert_equals(copy.signal.reason, 'why');
}, 'Signals of requests');

promise_test(async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]);
  const response = () => new Response(bytes, { headers: { 'Content-Type': 'Text/X' } });
  assert_equals(await response().text(), '{}');
  assert_equals(JSON.stringify(await response().json()), '{}');
  assert_array_equals(await response().bytes(), bytes);
  assert_array_equals(new Uint8Array(await response().arrayBuffer()), bytes);
  const blob = await response().blob();
  assert_array_equals([blob.type, blob.size], ['text/x', 5]);
  assert_equals(await new Response().text(), '');
  assert_equals(new Response().body, null);
  assert_true(response().body instanceof ReadableStream);
  const once = response();
  const copy = once.clone();
  await once.text();
  assert_true(once.bodyUsed);
  let error;
  await once.text().catch(e => { error = e; });
  assert_true(error instanceof TypeError);
  assert_equals(await copy.text(), '{}');
  await new Response('[1,').json().catch(e => { error = e; });
  assert_true(error instanceof SyntaxError);
}, 'Bodies');

promise_test(async () => {
  const form = new FormData();
  form.append('a', 'x\r\ny');
  form.append('f', new Blob(['content'], { type: 'text/css' }), 'n"ame.css');
  form.append('a', 2);
  form.set('b', null);
  assert_array_equals(form.getAll('a'), ['x\r\ny', '2']);
  assert_throws_js(TypeError, () => form.append('a', 'b', 'c'));
  assert_throws_js(TypeError, () => new FormData({}));
  const read = await new Response(form).formData();
  assert_array_equals([...read.keys()], ['a', 'f', 'a', 'b']);
  const file = read.get('f');
  assert_array_equals([file.name, file.type, await file.text()], ['n"ame.css', 'text/css', 'content']);
  const params = await new Response(new URLSearchParams('a=1&a=2&b=%20')).formData();
  assert_equals([...params].join('|'), 'a,1|a,2|b, ');
  let error;
  await new Response('a=1').formData().catch(e => { error = e; });
  assert_true(error instanceof TypeError);
}, 'Forms');

promise_test(async () => {
  const read = async (lines, type = 'multipart/form-data; boundary=b') => {
    const form = await new Response(lines.join('\r\n'), { headers: { 'Content-Type': type } }).formData();
    return [...form].map(([name, value]) => `${name}=${value.name ?? value}`).join('|');
  };
  const a = ['--b', 'Content-Disposition: form-data; name="a"', '', '1'];
  assert_equals(await read([...a, '--b--']), 'a=1');
  assert_equals(await read(['preamble', ...a, '--b  ', ...a.slice(1), '--b--\t', 'epilogue']), 'a=1|a=1');
  assert_equals(await read(['--b', 'content-disposition:form-data;name=a;filename=f', '', '1', '--b--']), 'a=f');
  assert_equals(await read(['--b', 'Content-Disposition: form-data;', ' name="a"', '', '1', '--b--']), 'a=1');
  assert_equals(await read(['--b', 'Content-Disposition: form-data; name=a', '', '\ufeff1', '--b--']), 'a=\ufeff1');
  assert_equals(await read(['--;b', ...a.slice(1), '--;b--'], 'multipart/form-data; boundary=";b"'), 'a=1');
  const malformed = [[], a, [...a, '--c--'], ['--b', '', '1', '--b--']];
  for (const lines of malformed) await promise_rejects_js(globalThis, TypeError, read(lines), lines.join());
}, 'Multipart forms as other programs write them');

test(() => {
  const headers = new Headers();
  const count = 3000;
  for (let i = 0; i < count; i++) headers.append(`x-${(i * 7919) % count}`, 'a');
  for (let i = 0; i < count; i++) headers.append(`x-${i}`, 'b');
  headers.append('Set-Cookie', '1');
  headers.append('set-cookie', '2');
  const seen = [];
  for (const [name, value] of headers) {
    seen.push(`${name}=${value}`);
    if (name !== 'set-cookie') headers.set(name, 'seen');
  }
  assert_equals(seen.length, count + 2);
  assert_array_equals(seen.slice(0, 3), ['set-cookie=1', 'set-cookie=2', 'x-0=a, b']);
  assert_equals(seen[count + 1], 'x-999=a, b');
  assert_equals(headers.get('X-1'), 'seen');
  headers.delete('set-cookie');
  assert_equals([...headers.keys()][0], 'x-0');
}, 'Many headers that change during the iteration');

// META: title=Which responses fetch accepts, and how their bodies are aborted

const hashes = {
  'sha256': 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  'sha384': 'WeF0h3dEjGnea4ANejO7+5/xtGPkQ1TDVTvNucZm+pASWjx5+QOXvfX2oT3oKGhP',
  'sha512': 'm3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==',
};
const url = 'data:text/plain,hello';
const failing = (input, init) => promise_rejects_js(globalThis, TypeError, fetch(input, init), JSON.stringify(init));
const file = '/resources/testharness.js';
const piped = (...pipes) => `${file}?pipe=${pipes.join('|')}`;

promise_test(async () => {
  for (const [name, hash] of Object.entries(hashes)) {
    const integrity = `${name}-${hash}`;
    assert_equals(await (await fetch(url, { integrity })).text(), 'hello');
    assert_equals(await (await fetch(new Request(url, { integrity: `${integrity}?option` }))).text(), 'hello');
    await failing('data:text/plain,other', { integrity });
  }
  const { sha256, sha384 } = hashes;
  const other = `sha256-${'A'.repeat(43)}=`;
  assert_equals((await fetch(url, { integrity: `${other} sha256-${sha256}` })).status, 200, 'one of several');
  assert_equals((await fetch(url, { integrity: `${other} sha384-${sha384}` })).status, 200, 'the strongest counts');
  await failing(url, { integrity: `sha256-${sha256} sha384-x` });
  assert_equals((await fetch(url, { integrity: `md5-x ${sha256}` })).status, 200, 'unknown functions are ignored');
  await failing(file, { integrity: `sha256-${sha256}` });
}, 'Integrity');

promise_test(async () => {
  const integrity = `sha256-${hashes.sha256}`;
  await failing(url, { integrity, method: 'HEAD' });
  await failing(piped('status(204)'), { integrity: 'sha1-x' });
  assert_equals((await fetch(piped('status(204)'), { integrity: '' })).status, 204);
}, 'A null body has no integrity');

promise_test(async () => {
  for (const input of [file, url]) {
    const response = await fetch(input, { method: 'HEAD' });
    assert_equals(response.status, 200);
    assert_equals(response.body, null);
    assert_equals(await response.text(), '');
    assert_false(response.bodyUsed);
    assert_equals(await response.text(), '', 'a null body can be read again');
  }
}, 'The response to HEAD has a null body');

promise_test(async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const response = await fetch(piped(`status(${status})`));
    assert_array_equals([response.status, response.redirected, response.type], [status, false, 'basic']);
    assert_true((await response.text()).length > 0);
    await failing(piped(`status(${status})`), { redirect: 'error' });
    const manual = await fetch(piped(`status(${status})`), { redirect: 'manual' });
    assert_array_equals([manual.status, manual.type, manual.body], [0, 'opaqueredirect', null]);
  }
  assert_equals((await fetch(piped('status(304)', `header(Location,${file})`), { redirect: 'error' })).status, 304);
}, 'Redirects without a location');

promise_test(async () => {
  const location = `header(Location,${file},True)`;
  assert_true((await fetch(piped('status(302)', location))).redirected);
  await failing(piped('status(302)', location, location));
  assert_equals((await fetch(piped(location, location))).status, 200, 'not a redirect');
  const manual = await fetch(piped('status(302)', location, location), { redirect: 'manual' });
  assert_equals(manual.type, 'opaqueredirect');
}, 'Several locations');

promise_test(async () => {
  for (const port of [1, 25, 6000, 10080]) await failing(`http://${location.hostname}:${port}/`);
  for (const port of [1, 25]) await failing(piped('status(302)', `header(Location,http://example.com:${port}/)`));
}, 'Blocked ports');

promise_test(async () => {
  const request = size => fetch(file, { method: 'POST', keepalive: true, body: 'x'.repeat(size) });
  await promise_rejects_js(globalThis, TypeError, request(64 * 1024 + 1));
  assert_equals(typeof (await request(64 * 1024)).status, 'number');
  assert_equals(typeof (await request(1)).status, 'number', 'the other request is over');
}, 'Bodies of requests with keepalive are limited');

// Waits until the body of a response has arrived, too.
const arrived = async (input, init) => {
  const response = await fetch(input, init);
  await response.clone().text();
  return response;
};

promise_test(async t => {
  const controller = new AbortController();
  const { signal } = controller;
  const response = await arrived(url, { signal });
  const clone = response.clone();
  const read = await arrived(url, { signal });
  assert_equals(await read.text(), 'hello');
  const pending = (await arrived(url, { signal })).text();
  const form = await arrived(url, { signal });
  controller.abort();
  const later = response.clone();
  assert_equals(await pending, 'hello', 'all bytes have been read');
  await promise_rejects_js(t, TypeError, read.text(), 'it has been read');
  for (const each of [response, clone, later]) await promise_rejects_dom(t, 'AbortError', each.text());
  await promise_rejects_dom(t, 'AbortError', response.json(), 'again');
  await promise_rejects_dom(t, 'AbortError', form.formData());
  assert_false(response.bodyUsed);
}, 'A body that has arrived, but has not been read, is aborted');

promise_test(async t => {
  const controller = new AbortController();
  const response = await arrived(new Request(url, { signal: controller.signal }));
  controller.abort('why');
  let reason;
  await response.bytes().catch(e => { reason = e; });
  assert_equals(reason, 'why');
  const empty = new AbortController();
  const nothing = await arrived('data:,', { signal: empty.signal });
  empty.abort();
  assert_equals(await nothing.text(), '', 'nothing is left to be read');
}, 'The reason of an abort, and empty bodies');

promise_test(async () => {
  const controller = new AbortController();
  const { body } = await arrived(url, { signal: controller.signal });
  const reader = body.getReader();
  let closed;
  reader.closed.catch(reason => { closed = reason; });
  controller.abort('enough');
  await Promise.resolve();
  assert_equals(closed, 'enough', 'at once, and before it is read');
  assert_equals(await reader.read().catch(reason => reason), 'enough');

  const other = new AbortController();
  const read = (await arrived(url, { signal: other.signal })).body.getReader();
  while (!(await read.read()).done);
  other.abort('too late');
  assert_equals(await read.closed, undefined);

  const part = new AbortController();
  const bytes = (await arrived(url, { signal: part.signal })).body.getReader({ mode: 'byob' });
  assert_equals((await bytes.read(new Uint8Array(2))).value.length, 2);
  part.abort('in between');
  assert_equals(await bytes.closed.catch(reason => reason), 'in between');
}, 'The stream of a body that has arrived fails as soon as the fetch is aborted');

promise_test(async () => {
  const isPending = async promise => {
    const pending = {};
    const later = new Promise(resolve => setTimeout(() => resolve(pending), 20));
    return await Promise.race([promise, later]) === pending;
  };
  const response = new Response('hello');
  const canceled = response.clone().body.cancel('first');
  assert_true(await isPending(canceled), 'the other body has not been canceled');
  await response.body.cancel('second');
  assert_equals(await canceled, undefined);

  const read = new Response('hello');
  const unread = read.clone().body.cancel();
  assert_equals(await read.text(), 'hello');
  assert_equals(await unread, undefined, 'the other body has been read');

  const [one, two, three] = [new Response('hello')].flatMap(it => [it, it.clone(), it.clone()]);
  const cancels = [one.body.cancel(), three.body.cancel()];
  assert_true(await isPending(Promise.any(cancels)), 'one body of three is left');
  await two.body.cancel();
  await Promise.all(cancels);
}, 'Canceling a clone waits until the other body has been canceled or read');

promise_test(async () => {
  const request = new Request('http://localhost/', { method: 'POST', body: 'hello' });
  const ofRequest = request.clone().body.cancel();
  assert_equals(await new Request(request).text(), 'hello');
  assert_equals(await ofRequest, undefined, 'a proxy of the other body has been read');

  const response = new Response('hello');
  const canceled = response.clone().body.cancel();
  const reader = response.body.getReader({ mode: 'byob' });
  for (let read = {}; !read.done;) read = await reader.read(new Uint8Array(2));
  assert_equals(await canceled, undefined, 'the other body has been read in parts');

  const controller = new AbortController();
  const aborted = await fetch('data:,hello', { signal: controller.signal });
  await new Promise(resolve => setTimeout(resolve, 20));
  const clone = aborted.clone().body.cancel();
  const closed = aborted.body.getReader().closed.catch(error => error.name);
  controller.abort();
  assert_equals(await closed, 'AbortError');
  assert_equals(await clone, undefined, 'the other body has failed');
}, 'Canceling a clone does not wait for a body that is read through another one, or fails');

promise_test(async t => {
  for (const use of [body => body.getReader().closed, body => body.cancel()]) {
    const controller = new AbortController();
    const response = await fetch('data:,hello', { signal: controller.signal });
    await new Promise(resolve => setTimeout(resolve, 20));
    controller.abort();
    await promise_rejects_dom(t, 'AbortError', use(response.body));
  }
}, 'The stream of a body fails if it is asked for after the abort');

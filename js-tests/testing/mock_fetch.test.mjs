// `t.mock.fetch`: routes, functions, latency, failures, and every order of arrival.
import test, { describe } from 'node:test';
import assert from 'node:assert/strict';

test('routes answer by method and URL', async t => {
  const mock = t.mock.fetch({
    'https://a.test/users': Response.json([{ id: 1 }]),
    'https://a.test/users?id=2': new Response('exactly'),
    'POST https://a.test/users': async request => new Response(await request.text(), { status: 201 }),
    'https://a.test/old': Response.redirect('https://a.test/users'),
    'https://a.test/down': Response.error(),
  });
  assert.deepEqual(await (await fetch('https://a.test/users?page=2')).json(), [{ id: 1 }]);
  assert.deepEqual(await (await fetch('https://a.test/users')).json(), [{ id: 1 }]);
  assert.equal(await (await fetch('https://a.test/users?id=2')).text(), 'exactly');
  const created = await fetch('https://a.test/users', { method: 'POST', body: 'Ada', headers: { 'x-sent': 'yes' } });
  assert.deepEqual([created.status, await created.text()], [201, 'Ada']);
  const moved = await fetch('https://a.test/old');
  assert.deepEqual([moved.redirected, moved.url, moved.type], [true, 'https://a.test/users', 'basic']);
  await assert.rejects(fetch('https://a.test/down'), TypeError);
  await assert.rejects(fetch('https://a.test/none'), { message: /a\.test\/none: mock\.fetch has no response/ });
  assert.equal(mock.callCount(), 8);
  const [request] = mock.calls[3].arguments;
  assert.ok(request instanceof Request);
  assert.deepEqual([request.method, request.url], ['POST', 'https://a.test/users']);
  assert.equal(request.headers.get('x-sent'), 'yes');
});

test('latency passes on the clock of the test', async t => {
  t.mock.fetch(() => new Response('slow'), { latency: 250 });
  const response = await fetch('https://a.test/');
  assert.equal(t.clock.now, 250);
  assert.equal(await response.text(), 'slow');
  assert.equal(t.clock.now, 250);
});

test('an aborted request has no response', async t => {
  t.mock.fetch(() => new Response('slow'), { latency: 250 });
  await assert.rejects(fetch('https://a.test/', { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' });
  assert.equal(t.clock.now, 100);
});

test('a function may answer later, or never', async t => {
  t.mock.fetch(() => new Promise(resolve => setTimeout(() => resolve(new Response('later')), 30)));
  assert.equal(await (await fetch('https://a.test/')).text(), 'later');
  assert.equal(t.clock.now, 30);
  t.mock.fetch(() => new Promise(() => {}));
  await assert.rejects(fetch('https://a.test/', { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' });
});

test('what the function throws or returns wrongly rejects the request', async t => {
  t.mock.fetch(() => { throw new RangeError('no') });
  await assert.rejects(fetch('https://a.test/'), { name: 'TypeError', message: /mock\.fetch threw RangeError: no/ });
  t.mock.fetch(async () => 3);
  await assert.rejects(fetch('https://a.test/'), { message: /returned a value of type number, not a Response/ });
  t.mock.fetch(() => ({ get then() { throw 'in then' } }));
  await assert.rejects(fetch('https://a.test/'), { message: /threw 'in then'/ });
  const used = new Response('x');
  await used.text();
  t.mock.fetch(() => used);
  await assert.rejects(fetch('https://a.test/'), { message: /has been read already/ });
});

test('the last mock answers, until it is restored', async t => {
  const get = async () => (await fetch('https://a.test/')).text();
  t.mock.fetch(() => new Response('first'));
  const second = t.mock.fetch(() => new Response('second'), { times: 1 });
  assert.deepEqual([await get(), await get()], ['second', 'first']);
  const third = t.mock.fetch(() => new Response('third'));
  third.mockImplementationOnce(() => new Response('once'));
  assert.deepEqual([await get(), await get()], ['once', 'third']);
  third.restore();
  assert.equal(await get(), 'first');
  t.mock.restoreAll();
  await assert.rejects(get(), { message: /virtual time has no real network/ });
  assert.equal(second.callCount(), 1);
});

test('mocks end with their test', async () => {
  await assert.rejects(fetch('https://a.test/'), { message: /virtual time has no real network/ });
});

describe('tests at the same time', { concurrency: true }, () => {
  for (const name of ['one', 'two']) {
    test(name, async t => {
      t.mock.fetch({
        'https://a.test/': () => new Response(name),
        'https://a.test/old': () => Response.redirect('https://a.test/'),
      }, { latency: 10 });
      await new Promise(resolve => setTimeout(resolve, 5));
      assert.equal(await (await fetch('https://a.test/old')).text(), name);
    });
  }
});

test('wrong arguments are errors', t => {
  for (const server of [undefined, null, 3, 'https://a.test/', []]) {
    assert.throws(() => t.mock.fetch(server), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  assert.throws(() => t.mock.fetch({ '/path': Response.error() }), { code: 'ERR_INVALID_ARG_VALUE' });
  assert.throws(() => t.mock.fetch({ 'https://a.test/': 'text' }), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => t.mock.fetch(() => {}, { latency: -1 }), { code: 'ERR_OUT_OF_RANGE' });
  assert.throws(() => t.mock.fetch(() => {}, { latency: 'long' }), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => t.mock.fetch(() => {}, { times: 0 }), { code: 'ERR_OUT_OF_RANGE' });
  assert.throws(() => t.mock.fetch.call({}, () => {}), TypeError);
});

test('a request that is left fails its test', { leftovers: 'fail' }, t => {
  t.mock.fetch(() => new Response(''), { latency: 10 });
  fetch('https://a.test/').catch(() => {});
});

test('a timeout may come first', { explore: true }, async t => {
  t.mock.fetch(() => new Response('in time'));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('too slow')), 5000);
  const response = await fetch('https://a.test/', { signal: controller.signal });
  clearTimeout(timer);
  assert.equal(await response.text(), 'in time');
});

test('so may background tasks, and the other response', { explore: true }, async t => {
  t.mock.fetch(request => new Response(new URL(request.url).pathname));
  const log = [];
  const get = async path => log.push(await (await fetch('https://a.test/' + path)).text());
  const task = scheduler.postTask(() => log.push('background'), { priority: 'background' });
  await Promise.all([get('a'), get('b'), task]);
  if (log.join() !== '/a,/b,background') throw new Error(log[0] === '/b' ? 'b first' : log[0] + ' first');
});

test('times counts requests that are under way', async t => {
  t.mock.fetch(() => new Response('always'));
  t.mock.fetch(() => new Response('once'), { times: 1 });
  const responses = await Promise.all([fetch('http://a.test/'), fetch('http://a.test/'), fetch('http://a.test/')]);
  const texts = await Promise.all(responses.map(response => response.text()));
  assert.deepStrictEqual(texts, ['once', 'always', 'always']);
});

test('fragments play no part', async t => {
  t.mock.fetch({ 'http://a.test/x#one': () => new Response('x') });
  for (const url of ['http://a.test/x', 'http://a.test/x#two']) {
    assert.strictEqual(await (await fetch(url)).text(), 'x');
  }
});

test('a test may look at nothing but the status', async t => {
  t.mock.fetch({ 'http://a.test/none': new Response('no body is read', { status: 404 }) }, { latency: 5 });
  assert.strictEqual((await fetch('http://a.test/none')).status, 404);
});

// args: --virtual-time --test-host --fetch-root ../../served
// Arguments that are wrong, throw, abort and call back; bodies that are read twice; other realms.
const attempt = (name, f) => {
  try { console.log(`${name}:`, f()); } catch (e) { console.log(`${name}: ${e?.name}: ${e?.message ?? e}`); }
};
const settle = async (name, f) => {
  const rejected = e => console.log(`${name}: rejected with ${e?.name}: ${e?.message ?? e}`);
  try { console.log(`${name}:`, await f()); } catch (e) { rejected(e); }
};
const thrower = { get method() { throw 'from the getter' } };

// Constructors.
attempt('no URL', () => new Request());
attempt('a symbol', () => new Request(Symbol()));
attempt('a host without a name', () => new Request('http://'));
attempt('credentials', () => new Request('http://user:password@a.test/'));
attempt('init is a number', () => new Request('x', 1));
attempt('a getter that throws', () => new Request('x', thrower));
for (const [name, value] of Object.entries({
  method: 'TRACE', mode: 'navigate', redirect: 'never', cache: 'only-if-cached', credentials: 'some', priority: 1,
  referrer: 'http://', referrerPolicy: 'x', signal: {}, window: globalThis, duplex: 'full', body: 'x', headers: 'x',
})) {
  attempt(`${name} is wrong`, () => new Request('x', { [name]: value }));
}
attempt('a method with a space', () => new Request('x', { method: 'A B' }));
attempt('a lone surrogate in a method', () => new Request('x', { method: '\ud800' }));
attempt('methods in lower case', () => ['patch', 'put'].map(method => new Request('x', { method }).method).join());
attempt('status 199', () => new Response('', { status: 199 }));
attempt('status 204 with a body', () => new Response('', { status: 204 }));
attempt('a status text with a line break', () => new Response('', { statusText: 'a\nb' }));
attempt('a redirect with 200', () => Response.redirect('/', 200));
attempt('JSON of a function', () => Response.json(() => {}));
attempt('JSON of a cycle', () => { const a = []; a[0] = a; return Response.json(a) });
attempt('a resizable buffer', () => new Response(new ArrayBuffer(1, { maxByteLength: 2 })));
attempt('a body that throws', () => new Response({ toString() { throw 'from toString' } }));
attempt('stream of a body', () => new Response('x').body);
attempt('no stream', () => new Response().body);

// Headers.
attempt('a name with a space', () => new Headers([['a b', '']]));
attempt('a value with a NUL', () => new Headers({ a: '\0' }));
attempt('a value that is no byte string', () => new Headers({ a: '\u0100' }));
attempt('one element', () => new Headers([['a']]));
attempt('a symbol as a key', () => new Headers({ [Symbol()]: '' }));
attempt('an iterator that throws', () => {
  return new Headers({ *[Symbol.iterator]() { yield ['a', 'b']; throw 'from the iterator' } });
});
attempt('a proxy', () => {
  const log = [];
  new Headers(new Proxy({ a: 1 }, {
    ownKeys: target => (log.push('ownKeys'), Reflect.ownKeys(target)),
    getOwnPropertyDescriptor: (target, key) => (log.push('descriptor'), Reflect.getOwnPropertyDescriptor(target, key)),
    get: (target, key) => (log.push(String(key)), target[key]),
  }));
  return log.join();
});
attempt('a header that is set while it is listed', () => {
  const headers = new Headers({ a: 1 });
  const seen = [];
  for (const [name] of headers) {
    seen.push(name);
    if (seen.length < 5) headers.set(`b${seen.length}`, '');
  }
  return seen.join();
});
attempt('immutable headers', () => Response.error().headers.set('a', 'b'));
attempt('100,000 headers', () => {
  const headers = new Headers();
  for (let n = 0; n < 100_000; n++) headers.append(`x-${n % 1000}`, n);
  return [...headers].length;
});
attempt('wrong this', () => Headers.prototype.get.call({}, 'a'));

// Form data.
attempt('a form of an element', () => new FormData({}));
attempt('a string with a file name', () => new FormData().append('a', 'b', 'c.txt'));

(async () => {
  await settle('fetch without arguments', () => fetch());
  await settle('fetch with a wrong this', () => fetch.call({}, 'data.json'));
  await settle('fetch of something unknown', () => fetch('about:blank'));
  await settle('malformed base64', () => fetch('data:;base64,?'));
  await settle('a data: URL without a comma', () => fetch('data:text/plain'));
  await settle('a blob: URL that is not one', () => fetch('blob:null/0'));
  await settle('POST of a blob: URL', () => fetch(URL.createObjectURL(new Blob(['x'])), { method: 'POST' }));
  await settle('a blob: URL that is revoked after the request was made', async () => {
    const url = URL.createObjectURL(new Blob(['still here']));
    const request = new Request(url);
    URL.revokeObjectURL(url);
    return (await fetch(request)).text();
  });
  attempt('createObjectURL of an object', () => URL.createObjectURL({}));
  attempt('revokeObjectURL without arguments', () => URL.revokeObjectURL());
  attempt('revokeObjectURL of nonsense', () => URL.revokeObjectURL('nonsense'));
  await settle('a getter that aborts', () => {
    const controller = new AbortController();
    return fetch('data.json', { get method() { controller.abort('from the getter') }, signal: controller.signal });
  });
  await settle('a listener that throws', () => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => { throw new Error('from the listener') });
    const fetched = fetch('data.json', { signal: controller.signal });
    controller.abort('enough');
    return fetched;
  });
  await settle('aborted by its own response', async () => {
    const controller = new AbortController();
    const response = await fetch('data.json', { signal: controller.signal });
    controller.abort('enough');
    return response.text();
  });
  await settle('aborted after its body', async () => {
    const controller = new AbortController();
    const response = await fetch('data.json', { signal: controller.signal });
    const text = await response.text();
    controller.abort('enough');
    return text;
  });
  await settle('read twice', async () => {
    const response = await fetch('data.json');
    await response.text();
    return response.text();
  });
  await settle('cloned after reading', async () => {
    const response = await fetch('data.json');
    await response.text();
    return response.clone();
  });
  await settle('a request that is used twice', async () => {
    const request = new Request('http://a.test/', { method: 'POST', body: 'x' });
    await new Request(request).text();
    return fetch(request);
  });
  await settle('JSON that is none', async () => (await fetch('folder/')).json());
  await settle('a form that is none', async () => (await fetch('folder/')).formData());
  const headers = { 'content-type': 'multipart/form-data' };
  await settle('a form without a boundary', () => new Response('x', { headers }).formData());
  await settle('then on Object.prototype', async () => {
    Object.defineProperty(Object.prototype, 'then', { configurable: true, get() { console.log('  then is read'); } });
    try { return (await fetch('data.json')).status; } finally { delete Object.prototype.then; }
  });
  const other = testHost.createRealm();
  await settle('another realm', async () => {
    const response = await other.fetch('data.json');
    return [response instanceof other.Response, response instanceof Response, await response.text()].join();
  });
  await settle('a signal of another realm', () => {
    const controller = new other.AbortController();
    controller.abort('enough');
    return fetch('data.json', { signal: controller.signal });
  });
  await settle('20,000 requests', async () => {
    const statuses = Array.from({ length: 20_000 }, async () => (await fetch('none')).status);
    const all = await Promise.all(statuses);
    return new Set(all).size;
  });
})();

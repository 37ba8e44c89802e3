// META: title=How the arguments of Headers, Request, Response and FormData are converted

// An object whose members are recorded when they are read, and their values when they are converted to strings.
const recording = (log, members) => {
  const object = {};
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(object, name, { enumerable: true, get() { log.push(name); return value; } });
  }
  return object;
};
const text = (log, name, value) => ({ toString() { log.push(`${name} to string`); return value; } });

test(() => {
  const log = [];
  new Request('http://example.com', recording(log, {
    window: null, method: text(log, 'method', 'POST'), headers: { a: text(log, 'header', 'b') }, duplex: 'half',
    body: text(log, 'body', 'x'), cache: text(log, 'cache', 'default'),
  }));
  assert_equals(log.join(), ['body', 'body to string', 'cache', 'cache to string', 'duplex', 'headers',
    'header to string', 'method', 'method to string', 'window'].join());
}, 'The members of RequestInit are converted in alphabetical order');

test(() => {
  const log = [];
  new Response(text(log, 'body', 'x'), recording(log, {
    statusText: text(log, 'statusText', ''), status: 200, headers: { a: text(log, 'header', 'b') },
  }));
  assert_equals(log.join(), 'body to string,headers,header to string,status,statusText,statusText to string');
}, 'The members of ResponseInit are converted in alphabetical order, after the body');

test(() => {
  const log = [];
  const bad = { headers: { a: '\u0100' }, get integrity() { log.push('integrity'); return ''; } };
  assert_throws_js(TypeError, () => new Request('http://example.com', bad));
  assert_equals(log.length, 0, 'a name or value that is no byte string throws at its place');
  const wrong = { headers: [['a'], ['b', 'c']], get integrity() { log.push('integrity'); return ''; } };
  assert_throws_js(TypeError, () => new Request('http://example.com', wrong));
  assert_equals(log.join(), 'integrity', 'the elements are counted when all members have been converted');
}, 'Headers that cannot be converted throw in order');

test(() => {
  const log = [];
  const value = { toJSON() { log.push('toJSON'); return 1; } };
  Response.json(value, recording(log, { status: 201, headers: {} }));
  assert_equals(log.join(), 'headers,status,toJSON');
  assert_throws_js(RangeError, () => Response.json(value, { status: { valueOf() { throw new RangeError(); } } }));
  assert_equals(log.join(), 'headers,status,toJSON', 'nothing is serialized');
}, 'Response.json() converts its options first');

promise_test(async () => {
  const { stringify } = JSON;
  try {
    JSON.stringify = () => 'patched';
    assert_equals(await Response.json({ a: [1] }).text(), '{"a":[1]}');
  } finally {
    JSON.stringify = stringify;
  }
}, 'Response.json() does not call a patched JSON.stringify');

promise_test(async () => {
  const bytes = new Uint8Array([65, 66]);
  const response = new Response(bytes, { get headers() { bytes[0] = 67; return {}; } });
  assert_equals(await response.text(), 'CB');
}, 'A body that is a buffer is copied after all arguments have been converted');

test(() => {
  let reads = 0;
  const iterable = { get [Symbol.iterator]() { reads++; return [][Symbol.iterator].bind([['a', 'b']]); } };
  assert_equals(new Headers(iterable).get('a'), 'b');
  assert_equals(reads, 1);
}, 'Headers reads Symbol.iterator once');

test(() => {
  for (const constructor of [Headers, URLSearchParams]) {
    const converted = [];
    const element = value => ({ toString() { converted.push(value); return value; } });
    assert_throws_js(TypeError, () => new constructor([[element('a')], [element('b'), element('c')]]));
    assert_equals(converted.join(), 'a,b,c', constructor.name);
  }
}, 'Elements that are not pairs throw after all have been converted');

test(() => {
  const form = new FormData();
  for (const method of ['append', 'set']) {
    assert_throws_js(TypeError, () => form[method]('a', 'b', undefined));
    assert_throws_js(TypeError, () => form[method]('a', 'b', 'c'));
    form[method]('a', new Blob(['x']), undefined);
    assert_equals(form.get('a').name, 'blob');
  }
}, 'Three arguments of FormData.append() and set() need a Blob');

test(() => {
  const request = (body, init) => new Request('http://example.com', { method: 'POST', mode: 'no-cors', body, ...init });
  assert_equals(request(new Blob([''], { type: 'application/json' })).headers.get('content-type'), null);
  assert_equals(request('x').headers.get('content-type'), 'text/plain;charset=UTF-8');
  assert_equals(request('x', { headers: { 'content-type': 'text/plain' } }).headers.get('content-type'), 'text/plain');
  const cors = request(new Blob([''], { type: 'application/json' }), { mode: 'cors' });
  assert_equals(cors.headers.get('content-type'), 'application/json');
}, 'In the mode no-cors, only some media types of bodies become headers');

test(() => {
  const policy = 'no-referrer';
  for (const init of [{ priority: 'low' }, { duplex: 'half' }, { window: null }, { body: null }, { signal: null }]) {
    const source = new Request('http://example.com', { referrer: '', referrerPolicy: policy });
    assert_array_equals([source.referrer, source.referrerPolicy], ['', policy]);
    const copy = new Request(source, {});
    assert_array_equals([copy.referrer, copy.referrerPolicy], ['', policy], 'no member');
    const changed = new Request(source, init);
    assert_array_equals([changed.referrer, changed.referrerPolicy], ['about:client', ''], JSON.stringify(init));
  }
}, 'Each member of RequestInit resets the referrer');

promise_test(async () => {
  const type = async (...values) => {
    const headers = new Headers();
    for (const value of values) headers.append('Content-Type', value);
    return (await new Response('', { headers }).blob()).type;
  };
  assert_equals(await type('text/html;charset=gbk', 'text/html;charset=big5', 'text/html'), 'text/html;charset=gbk');
  assert_equals(await type('text/html;charset=gbk', 'text/html;charset=big5'), 'text/html;charset=big5');
  assert_equals(await type('text/html', 'text/html;charset=big5', 'text/html'), 'text/html');
  assert_equals(await type('text/html;charset=a;CHARSET=b'), 'text/html;charset=a');
  const response = await fetch('data:text/html;charset=a;CHARSET=b,');
  assert_equals(response.headers.get('content-type'), 'text/html;charset=a');
}, 'Media types and their charsets');

test(() => {
  const allowed = headers => [...new Request('http://example.com', { headers }).headers.keys()].length === 1;
  assert_true(allowed({ 'x-http-method-override': '"a,trace,b"' }), 'a comma in quotes');
  assert_false(allowed({ 'x-http-method-override': '"a,b", TRACE' }));
  assert_false(allowed({ 'x-method-override': 'connect' }));
  const safe = accept => new Request('http://example.com', { mode: 'no-cors', headers: { accept } }).headers;
  assert_true(safe('\u00e9'.repeat(128)).has('accept'), '128 bytes');
  assert_false(safe('\u00e9'.repeat(129)).has('accept'), '129 bytes');
}, 'Forbidden and safelisted headers');

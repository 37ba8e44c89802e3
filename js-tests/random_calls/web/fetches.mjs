// Headers, Request, Response and fetch.

import { pick, random } from '../values.mjs';
import { bytes, call, dictionary, many, texts, usually, wrong } from './values.mjs';

const names = () =>
  pick([
    'a',
    'B',
    'content-type',
    'Cookie',
    'set-cookie',
    'Range',
    'x-é',
    'a b',
    '',
    'accept',
    'Content-Length',
    'host',
    texts(),
  ]);
const values = () => pick(['1', ' x ', 'a, b', 'é', 'a\nb', '\t', '', '\0', 'text/html;charset=utf-8', '日', texts()]);
const headers = () =>
  pick([
    () => many(3, () => [names(), values()]),
    () => Object.fromEntries(many(3, () => [names(), values()])),
    () => new Headers([['a', '1']]),
    () => many(2, () => many(3, names)),
    () => new Map([['a', 'b']]),
    wrong,
  ])();

function headerSteps(steps) {
  const list = new Headers();
  const log = [];
  for (const [name, ...all] of steps) {
    try {
      const result = list[name](...all);
      log.push(typeof result?.next === 'function' ? [...result].join('|') : result);
    } catch (error) {
      log.push(error.name);
    }
  }
  return [...log, list];
}
const headerStep = () =>
  pick([
    () => ['append', names(), values()],
    () => ['set', names(), values()],
    () => ['delete', names()],
    () => ['get', names()],
    () => ['has', names()],
    () => ['getSetCookie'],
    () => ['keys'],
    () => ['values'],
    () => [pick(['append', 'set', 'delete', 'get', 'has', 'forEach']), ...many(2, wrong)],
  ])();

const body = () =>
  pick([
    () => null,
    texts,
    bytes,
    () => new Blob([texts()], { type: pick(['', 'a/b']) }),
    () => new URLSearchParams({ a: texts() }),
    () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([65, 66]));
          controller.close();
        },
      }),
    () => new ReadableStream({ start: it => (it.enqueue(5), it.close()) }),
    () => '{"a":1}',
    () => new ArrayBuffer(2),
    wrong,
  ])();

const responseInit = () =>
  dictionary({
    status: usually(() => pick([200, 204, 404, 599, 600, 199, 101, 304, '201', 200.7])),
    statusText: usually(values),
    headers,
  });
const READS = ['text', 'json', 'arrayBuffer', 'bytes', 'blob', 'formData'];

async function read(it, methods) {
  const log = [it.bodyUsed, it.body === null];
  for (const name of methods) {
    try {
      if (name === 'clone') it = it.clone();
      else if (name === 'getReader') it.body.getReader();
      else if (name === 'cancel') await it.body.cancel('why');
      else log.push(await it[name]());
    } catch (error) {
      log.push(`${name} ${error.name}`);
    }
    log.push(it.bodyUsed);
  }
  return log;
}
const reads = () => many(3, () => pick([...READS, 'clone', 'getReader', 'cancel']));

const requestInit = () =>
  dictionary({
    method: usually(() =>
      pick(['GET', 'get', 'POST', 'patch', 'PUT', 'TRACE', 'x', 'a b', 'HEAD', 'DELETE', 'Options']),
    ),
    headers,
    body,
    mode: usually(() => pick(['cors', 'no-cors', 'same-origin', 'navigate', 'x'])),
    credentials: usually(() => pick(['omit', 'include', 'same-origin', 'x'])),
    cache: usually(() => pick(['default', 'no-store', 'only-if-cached', 'reload'])),
    redirect: usually(() => pick(['follow', 'error', 'manual'])),
    referrer: usually(() => pick(['', 'about:client', 'http://other/'])),
    referrerPolicy: usually(() => pick(['', 'no-referrer', 'origin', 'x'])),
    integrity: usually(texts),
    keepalive: () => pick([true, false]),
    signal: usually(() => pick([null, new AbortController().signal, AbortSignal.abort()])),
    duplex: usually(() => 'half'),
    window: usually(() => null),
    priority: usually(() => pick(['high', 'low', 'auto'])),
  });
const shownRequest = it => [
  it.method,
  it.url.replace(/^.*(?=\/)/, ''),
  it.headers,
  it.mode,
  it.credentials,
  it.cache,
  it.redirect,
  it.referrerPolicy,
  it.integrity,
  it.keepalive,
  it.signal.aborted,
  it.duplex,
];
const address = usually(() => pick(['http://h/x', '/p', 'data:,x', 'http://u:p@h/', 'http://[', 'about:blank', '']));

const MEDIA_TYPES = [
  '',
  'text/plain',
  'text/html;charset=utf-8',
  ';base64',
  'a/b;base64',
  'TEXT/X ',
  ';x=1',
  'text/plain; base64',
  'x',
];
const CONTENTS = ['', 'abc', 'YWJj', 'YW Jj', '%41', '%zz', 'é', '#f', 'a?b', 'YQ=', '====', ' x '];
const dataUrls = () => `data:${pick(MEDIA_TYPES)}${pick([',', ''])}${pick(CONTENTS)}`;

export default {
  'new Headers': call(
    (...all) => new Headers(...all),
    () => [headers()],
  ),
  'steps of Headers': call(headerSteps, () => [many(7, headerStep)]),
  'new Response': call(
    (...all) => new Response(...all),
    () => [body(), responseInit()],
  ),
  'Response and its body': call(
    (it, init, methods) => read(new Response(it, init), methods),
    () => [body(), dictionary({ headers }), reads()],
  ),
  'Response.json': call(
    async (...all) => {
      const it = Response.json(...all);
      return [it, await it.text()];
    },
    () => [usually(() => ({ a: [1] }))(), ...many(1, responseInit)],
  ),
  'Response.redirect': call(
    (...all) => {
      const it = Response.redirect(...all);
      return [it.status, it.headers, it.type];
    },
    () => [
      usually(() => pick(['http://h/x', 'http://[', 'mailto:a']))(),
      ...many(
        1,
        usually(() => pick([301, 302, 200, 308, '307'])),
      ),
    ],
  ),
  'Response.error': call(
    () => {
      const it = Response.error();
      return [it.type, it.status, it.ok, it.headers, it.body];
    },
    () => [],
  ),
  'new Request': call(
    (...all) => shownRequest(new Request(...all)),
    () => [address(), ...many(1, usually(requestInit, 9))],
  ),
  'new Request of a Request': call(
    (one, other) => {
      const first = new Request('http://h/x', one);
      const second = new Request(first, other);
      return [shownRequest(second), first.bodyUsed, second.bodyUsed];
    },
    () => [requestInit(), requestInit()],
  ),
  'Request and its body': call(
    (it, type, methods) =>
      read(
        new Request('http://h/', {
          method: 'POST',
          body: it,
          duplex: 'half',
          headers: type ? { 'content-type': type } : {},
        }),
        methods,
      ),
    () => [
      body(),
      pick([undefined, 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']),
      reads(),
    ],
  ),
  'fetch of data': call(
    async it => {
      const response = await fetch(it);
      return [response, await response.text()];
    },
    () => [dataUrls()],
  ),
  'fetch with options': call(
    async init => {
      const response = await fetch('data:,abc', init);
      return [response.status, await response.text()];
    },
    () => [requestInit()],
  ),
  'formData of a form': call(
    async parts => {
      const form = new FormData();
      for (const [name, value] of parts) form.append(name, value);
      return new Response(form).formData();
    },
    () => [many(3, () => [texts(), pick([texts, () => new File([texts()], texts(), { type: 'a/b' })])()])],
  ),
  'formData of multipart text': call(
    (type, text) => new Response(text, { headers: { 'content-type': type } }).formData(),
    () => [
      pick([
        'multipart/form-data; boundary=x',
        'multipart/form-data; boundary="x"',
        'multipart/form-data',
        'multipart/mixed; boundary=x',
        'Multipart/Form-Data;boundary=x;charset=utf-8',
      ]),
      many(6, () =>
        pick([
          '--x\r\n',
          '--x--',
          '\r\n',
          '--x--\r\n',
          'Content-Disposition: form-data; name="a"\r\n\r\n1\r\n',
          'Content-Disposition: form-data; name="b"; filename="f"\r\nContent-Type: t/u\r\n\r\ny\r\n',
          'x',
          'content-disposition: form-data; name=c\r\n\r\n',
          '--x\n',
        ]),
      ).join(''),
    ],
  ),
  'formData of form text': call(
    text => new Response(text, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData(),
    () => [texts()],
  ),
};

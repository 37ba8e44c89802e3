// META: title=Worker
'use strict';
const url = text => `data:text/javascript,${encodeURIComponent(text)}`;
const create = (t, text, options) => {
  const worker = new Worker(url(text), options);
  t.add_cleanup(() => worker.terminate());
  return worker;
};
const next = (target, type = 'message') =>
  new Promise(resolve => target.addEventListener(type, resolve, { once: true }));
for (const type of ['classic', 'module']) {
  promise_test(async t => {
    const worker = create(t, 'onmessage = event => postMessage([event.data, event.origin, event.source])', { type });
    worker.postMessage({ a: [1, new Set([2])] });
    const event = await next(worker);
    assert_true(event instanceof MessageEvent && event.isTrusted);
    assert_equals(event.target, worker);
    assert_true(event.data[0].a[1].has(2));
    assert_array_equals(event.data.slice(1), ['', null]);
  }, `a ${type} worker echoes a message`);
}
promise_test(async t => {
  const worker = create(t, 'postMessage([self.name, self === globalThis, typeof importScripts, typeof document])',
    { name: 'n' });
  assert_array_equals((await next(worker)).data, ['n', true, 'function', 'undefined']);
}, 'the global object of a worker');
promise_test(async t => {
  const worker = create(t, 'onmessage = ({ data, ports: [port] }) => port.postMessage(data, [data])');
  const { port1, port2 } = new MessageChannel();
  const buffer = new ArrayBuffer(5);
  worker.postMessage(buffer, [buffer, port2]);
  assert_equals(buffer.byteLength, 0);
  port1.start();
  assert_equals((await next(port1)).data.byteLength, 5);
}, 'buffers and ports are transferred both ways');
promise_test(async t => {
  const worker = create(t, 'onmessage = ({ data }) => { throw new RangeError(data) }');
  worker.onmessage = t.unreached_func('nothing is sent');
  worker.postMessage('wrong');
  worker.addEventListener('error', event => event.preventDefault());
  const event = await next(worker, 'error');
  assert_true(event instanceof ErrorEvent && event.cancelable);
  assert_true(event.message.includes('RangeError: wrong'));
  assert_equals(event.lineno, 1);
  assert_true(event.colno > 0);
  assert_equals(event.error, null);
}, 'an exception of a worker is an error event of its object');
promise_test(async t => {
  const worker = create(t, 'addEventListener("error", event => { event.preventDefault(); postMessage("handled") }); x');
  worker.onerror = t.unreached_func('the worker handles it');
  assert_equals((await next(worker)).data, 'handled');
}, 'an exception that a worker handles stays there');
promise_test(async t => {
  const worker = create(t, 'setInterval(() => postMessage(1), 1)');
  await next(worker);
  worker.terminate();
  worker.onmessage = t.unreached_func('the worker has ended');
  await new Promise(resolve => t.step_timeout(resolve, 20));
}, 'nothing arrives from a worker that was terminated');
promise_test(async t => {
  const worker = create(t, 'close(); postMessage(1); setTimeout(() => postMessage(2))');
  assert_equals((await next(worker)).data, 1);
  worker.onmessage = t.unreached_func('the worker has ended');
  await new Promise(resolve => t.step_timeout(resolve, 20));
}, 'a worker that closes itself ends its task, and runs no other');
promise_test(async t => {
  const name = `workers ${Math.random()}`;
  const channel = new BroadcastChannel(name);
  t.add_cleanup(() => channel.close());
  create(t, `new BroadcastChannel(${JSON.stringify(name)}).postMessage('from a worker')`);
  assert_equals((await next(channel)).data, 'from a worker');
}, 'channels connect agents');
promise_test(async t => {
  const worker = create(t, `const inner = new Worker(${JSON.stringify(url('postMessage(location.protocol)'))});
    inner.onmessage = ({ data }) => postMessage(data);`);
  assert_equals((await next(worker)).data, 'data:');
}, 'a worker creates a worker');
test(() => {
  assert_throws_js(TypeError, () => new Worker());
  assert_throws_js(TypeError, () => Worker('x'));
  assert_throws_js(TypeError, () => new Worker(url(''), { type: 'other' }));
  assert_throws_js(TypeError, () => new Worker(url(''), { credentials: 'other' }));
  assert_throws_dom('SyntaxError', () => new Worker('http://['));
  assert_equals(Worker.length, 1);
  assert_equals(Object.prototype.toString.call(Worker.prototype), '[object Worker]');
}, 'arguments of the constructor');
test(t => {
  const worker = create(t, '');
  assert_throws_dom('DataCloneError', () => worker.postMessage(() => {}));
  assert_throws_js(TypeError, () => worker.postMessage());
}, 'arguments of postMessage');

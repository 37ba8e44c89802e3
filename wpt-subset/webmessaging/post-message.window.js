// META: title=postMessage of a window
const received = () => new Promise(resolve => addEventListener('message', resolve, { once: true }));

promise_test(async () => {
  let returned = false;
  const event = received();
  assert_equals(postMessage({ list: [1n] }, '*'), undefined);
  returned = true;
  const { data, isTrusted, origin, source, ports, target } = await event;
  assert_true(returned);
  assert_equals(data.list[0], 1n);
  assert_true(isTrusted);
  assert_equals(origin, location.origin);
  assert_equals(source, self);
  assert_equals(target, self);
  assert_array_equals(ports, []);
}, 'A message is cloned, and arrives as a trusted event');

promise_test(async () => {
  const { port1, port2 } = new MessageChannel();
  let event = received();
  postMessage('old', '/', [port1]);
  assert_equals((await event).ports.length, 1);
  event = received();
  postMessage('new', { targetOrigin: location.origin, transfer: [port2] });
  assert_equals((await event).ports.length, 1);
}, 'Both forms transfer ports');

promise_test(async () => {
  const messages = [];
  onmessage = event => messages.push(event.data);
  postMessage('never', 'http://other.test');
  postMessage('own origin');
  await new Promise(resolve => setTimeout(resolve));
  await new Promise(resolve => setTimeout(resolve));
  onmessage = null;
  assert_array_equals(messages, ['own origin']);
}, 'A message for another origin does not arrive');

test(() => {
  assert_throws_js(TypeError, () => postMessage());
  assert_throws_dom('SyntaxError', () => postMessage('x', 'nonsense'));
  assert_throws_dom('DataCloneError', () => postMessage(() => {}, '*'));
  assert_throws_js(TypeError, () => postMessage('x', '*', 3));
  assert_throws_js(TypeError, () => postMessage.call({}, 'x'));
  const error = new Error('from the getter');
  assert_throws_exactly(error, () => postMessage('x', { get targetOrigin() { throw error } }));
}, 'Wrong arguments throw');

// META: title=MessageChannel, MessagePort, MessageEvent and BroadcastChannel
'use strict';
const received = (port, count = 1) => new Promise(resolve => {
  const events = [];
  port.onmessage = event => {
    events.push(event);
    if (events.length === count) resolve(count === 1 ? event : events);
  };
});
const channel = t => {
  const made = new MessageChannel();
  t.add_cleanup(() => { made.port1.close(); made.port2.close(); });
  return made;
};
for (const value of [undefined, null, 0, 'text', [1, 2], { a: { b: 1 } }]) {
  promise_test(async t => {
    const { port1, port2 } = channel(t);
    port1.postMessage(value);
    const event = await received(port2);
    assert_equals(JSON.stringify(event.data), JSON.stringify(value));
    assert_true(event instanceof MessageEvent && event.isTrusted);
    assert_equals(event.target, port2);
    assert_equals(event.origin + event.lastEventId, '');
    assert_equals(event.source, null);
    assert_array_equals(event.ports, []);
  }, `a message: ${format_value(value)}`);
}
promise_test(async t => {
  const { port1, port2 } = channel(t);
  for (let i = 0; i < 5; i++) port2.postMessage(i);
  const events = await received(port1, 5);
  assert_array_equals(events.map(event => event.data), [0, 1, 2, 3, 4]);
}, 'messages arrive in order, and are queued until the port is started');
promise_test(async t => {
  const { port1, port2 } = channel(t);
  const got = [];
  port1.addEventListener('message', event => got.push(event.data));
  port2.postMessage(1);
  await new Promise(done => setTimeout(done, 5));
  assert_array_equals(got, []);
  port1.start();
  await new Promise(done => setTimeout(done, 5));
  assert_array_equals(got, [1]);
}, 'a listener alone does not start a port');
promise_test(async t => {
  const { port1, port2 } = channel(t), inner = channel(t);
  port1.postMessage('with a port', [inner.port2]);
  const event = await received(port2);
  assert_equals(event.ports.length, 1);
  assert_true(Object.isFrozen(event.ports));
  inner.port1.postMessage('through it');
  assert_equals((await received(event.ports[0])).data, 'through it');
  event.ports[0].close();
}, 'a transferred port');
promise_test(async t => {
  const { port1, port2 } = channel(t), inner = channel(t);
  inner.port1.postMessage('sent before');
  port1.postMessage(0, { transfer: [inner.port2] });
  const event = await received(port2);
  assert_equals((await received(event.ports[0])).data, 'sent before');
  event.ports[0].close();
}, 'queued messages move with a transferred port');
promise_test(async t => {
  const { port1, port2 } = channel(t), buffer = new ArrayBuffer(4);
  port1.postMessage(buffer, [buffer]);
  assert_equals(buffer.byteLength, 0);
  assert_equals((await received(port2)).data.byteLength, 4);
}, 'a transferred buffer');
for (const [name, act] of Object.entries({
  'a function': (port1) => port1.postMessage(() => {}),
  'the port itself': port1 => port1.postMessage(0, [port1]),
  'an object in the list': port1 => port1.postMessage(0, [{ }]),
  'a port twice': port1 => { const { port2 } = new MessageChannel(); port1.postMessage(0, [port2, port2]); },
})) test(t => assert_throws_dom('DataCloneError', () => act(channel(t).port1)), `cannot be sent: ${name}`);
for (const [name, act] of Object.entries({
  'no message': port => port.postMessage(),
  'a list that is a number': port => port.postMessage(0, 1),
  'a primitive in the list': port => port.postMessage(0, [1]),
  'new MessagePort()': () => new MessagePort(),
  'MessageChannel()': () => MessageChannel(),
  'BroadcastChannel without a name': () => new BroadcastChannel(),
})) test(t => assert_throws_js(TypeError, () => act(channel(t).port1)), `throws: ${name}`);
promise_test(async t => {
  const { port1, port2 } = channel(t);
  port1.onmessage = t.unreached_func('closed');
  port1.close();
  port2.postMessage(1);
  await new Promise(done => setTimeout(done, 5));
}, 'a closed port receives no messages');
promise_test(async t => {
  const { port1, port2 } = channel(t);
  const closed = new Promise(done => { port2.onclose = done; });
  port1.close();
  assert_equals((await closed).type, 'close');
}, 'the other port gets a close event');
test(t => {
  const { port1, port2 } = channel(t);
  assert_equals(port1, port1);
  assert_not_equals(port1, port2);
  for (const name of ['onmessage', 'onmessageerror', 'onclose']) assert_equals(port1[name], null);
}, 'attributes');
test(() => {
  const { port1 } = new MessageChannel();
  const event = new MessageEvent('x', { data: 1, origin: 'o', lastEventId: 'i', source: port1, ports: [port1] });
  assert_equals(event.data + event.origin + event.lastEventId, '1oi');
  assert_equals(event.source, port1);
  assert_array_equals(event.ports, [port1]);
  assert_equals(event.ports, event.ports);
  event.initMessageEvent('y', true, false, 'data');
  assert_equals(event.type + event.data + event.origin + event.ports.length, 'ydata0');
}, 'new MessageEvent and initMessageEvent');
for (const [name, ...rest] of [['no data'], ['data undefined', false, false, undefined]]) {
  test(() => {
    const event = new MessageEvent('x', { data: 1 });
    event.initMessageEvent('y', ...rest);
    assert_equals(event.data, null);
  }, `initMessageEvent with ${name}`);
}
for (const [name, init] of Object.entries({
  'ports that is not a sequence': { ports: 1 },
  'ports with an object': { ports: [{}] },
  'ports null': { ports: null },
  'a source that is an object': { source: {} },
})) test(() => assert_throws_js(TypeError, () => new MessageEvent('x', init)), `new MessageEvent throws: ${name}`);
promise_test(async t => {
  const [a, b, c] = ['n', 'n', 'other'].map(name => new BroadcastChannel(name));
  t.add_cleanup(() => [a, b, c].forEach(channel => channel.close()));
  a.onmessage = c.onmessage = t.unreached_func('not for these');
  const got = received(b);
  a.postMessage({ x: 1 });
  assert_equals((await got).data.x, 1);
  assert_equals(a.name, 'n');
}, 'BroadcastChannel');
test(() => {
  const channel = new BroadcastChannel('x');
  channel.close();
  assert_throws_dom('InvalidStateError', () => channel.postMessage(0));
}, 'a closed BroadcastChannel');
test(() => {
  const channel = new BroadcastChannel('x');
  assert_throws_dom('DataCloneError', () => channel.postMessage(() => {}));
  channel.close();
}, 'a BroadcastChannel cannot send functions');
promise_test(async t => {
  const { port1, port2 } = channel(t);
  const order = [];
  port1.onmessage = () => {
    order.push('message');
    queueMicrotask(() => order.push('microtask'));
  };
  port2.postMessage(0);
  port2.postMessage(0);
  await new Promise(done => setTimeout(done, 5));
  assert_array_equals(order, ['message', 'microtask', 'message', 'microtask']);
}, 'a microtask checkpoint between messages');
promise_test(async t => {
  const channels = Array.from({ length: 5 }, () => new BroadcastChannel('once'));
  t.add_cleanup(() => channels.forEach(channel => channel.close()));
  const [sender, ...others] = channels;
  const order = [];
  const got = Promise.all(others.map((other, index) => received(other).then(event => {
    order.push(index);
    return event.data;
  })));
  let calls = 0;
  sender.postMessage({ get a() { return ++calls; }, list: [1] });
  assert_equals(calls, 1);
  const messages = await got;
  assert_array_equals(messages.map(message => message.a), [1, 1, 1, 1]);
  assert_array_equals(order, [0, 1, 2, 3]);
  assert_equals(new Set(messages.map(message => message.list)).size, 4);
}, 'a message is serialized once, and every BroadcastChannel receives a separate copy');
test(t => {
  const sender = new BroadcastChannel('alone');
  t.add_cleanup(() => sender.close());
  let calls = 0;
  sender.postMessage({ get a() { return ++calls; } });
  assert_equals(calls, 1);
}, 'a message without receivers is serialized, too');
promise_test(async t => {
  const sender = new BroadcastChannel('late'), made = [];
  t.add_cleanup(() => [sender, ...made].forEach(channel => channel.close()));
  sender.postMessage({ get a() { made.push(new BroadcastChannel('late')); return 1; } });
  assert_equals((await received(made[0])).data.a, 1);
}, 'a BroadcastChannel that is created by a getter of the message receives the message');

test(() => {
  const { port1 } = new MessageChannel();
  const buffer = new ArrayBuffer(1);
  let reads = 0;
  port1.postMessage(0, { get [Symbol.iterator]() { reads++; return [][Symbol.iterator].bind([buffer]); } });
  assert_equals(reads, 1);
  assert_equals(buffer.byteLength, 0, 'the buffer is transferred');
  assert_throws_js(TypeError, () => port1.postMessage(0, { [Symbol.iterator]: 1 }));
  assert_throws_js(TypeError, () => port1.postMessage(0, [1]));
  port1.close();
}, 'postMessage() reads Symbol.iterator of its second argument once');

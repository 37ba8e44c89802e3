// META: title=A port that is collected closes its channel
'use strict';

function channelWithForgottenPort() {
  const { port1, port2 } = new MessageChannel();
  return { port: port1, forgotten: new WeakRef(port2) };
}

promise_test(async () => {
  const { port, forgotten } = channelWithForgottenPort();
  const closed = new Promise(resolve => { port.onclose = resolve; });
  await TestUtils.gc();
  const event = await closed;
  assert_equals(event.type, 'close');
  assert_equals(event.target, port);
  assert_equals(forgotten.deref(), undefined, 'the other port is gone');
}, 'The other port gets close when a port is collected');

promise_test(async () => {
  const { port1, port2 } = new MessageChannel();
  port1.onclose = () => { throw new Error('not collected'); };
  await TestUtils.gc();
  const received = new Promise(resolve => { port2.onmessage = resolve; });
  port1.postMessage('still open');
  assert_equals((await received).data, 'still open');
  port1.onclose = null;
}, 'A port that is still used is not closed');

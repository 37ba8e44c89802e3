// Tests that leave something, or end it in time.
import test, { after, before, describe, it } from 'node:test';

test('timers', () => { setTimeout(() => {}, 1_000); setInterval(() => {}, 50) });
test('tasks', () => {
  scheduler.postTask(() => {}, { priority: 'background' });
  scheduler.postTask(() => {}, { delay: 10 });
  scheduler.yield();
  requestIdleCallback(() => {});
});
test('a port', () => { const { port1 } = new MessageChannel(); port1.onmessage = () => {} });
test('a message', () => {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  port2.postMessage(1);
  port2.close();
});
test('a channel', () => { new BroadcastChannel('news') });
test('a subtest', async t => {
  await t.test('leaves a timer', () => { setTimeout(() => {}, 10) });
});
test('allowed', { leftovers: 'ignore' }, () => { setTimeout(() => {}, 5) });
test('mentioned', { leftovers: 'warn' }, () => { setTimeout(() => {}, 5) });
test('cleared', () => { clearTimeout(setTimeout(() => {}, 5)); cancelIdleCallback(requestIdleCallback(() => {})) });
test('cleared by a hook', t => {
  const interval = setInterval(() => {}, 5);
  t.after(() => clearInterval(interval));
});
test('aborted', () => {
  const controller = new AbortController();
  scheduler.postTask(() => {}, { delay: 5, signal: controller.signal }).catch(() => {});
  controller.abort();
});
test('closed', () => {
  const { port1 } = new MessageChannel();
  port1.onmessage = () => {};
  port1.close();
  new BroadcastChannel('news').close();
});
test('a worker', () => { new Worker('data:text/javascript,onmessage = () => {}') });
test('a terminated worker', () => { new Worker('data:text/javascript,onmessage = () => {}').terminate() });
test('a timeout that nobody observes', () => { AbortSignal.timeout(1_000) });
describe('a suite', () => {
  let interval;
  before(() => { interval = setInterval(() => {}, 10) });
  after(() => clearInterval(interval));
  it('may have an interval', async () => { await scheduler.postTask(() => {}, { delay: 25 }) });
});
describe('a suite that leaves an interval', () => {
  before(() => { setInterval(() => {}, 10) });
  it('passes', () => {});
});

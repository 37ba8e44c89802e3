// t.clock, and virtual time without it.
import test from 'node:test';
import assert from 'node:assert/strict';
import { scheduler as timers, setTimeout as sleep } from 'node:timers/promises';

test('timers need no call', async t => {
  await sleep(86_400_000 / 24);
  assert.equal(t.clock.now, 3_600_000);
});

test('advance runs what is due, with a checkpoint after each task', async t => {
  const log = [];
  for (const delay of [10, 20, 20, 30]) {
    setTimeout(() => {
      log.push(delay);
      queueMicrotask(() => log.push('microtask'));
    }, delay);
  }
  assert.equal(await t.clock.advance(20), 20);
  assert.deepEqual(log, [10, 'microtask', 20, 'microtask', 20, 'microtask']);
  assert.equal(await t.clock.advance(9.5), 29.5);
  assert.equal(log.length, 6);
  assert.equal(await t.clock.next(), 30);
  assert.equal(log.length, 8);
});

test('advance sees tasks, continuations and aborts', async t => {
  const log = [];
  const { signal } = new AbortController();
  scheduler.postTask(async () => {
    log.push('task');
    await scheduler.yield();
    log.push('continuation');
  }, { delay: 5, signal });
  AbortSignal.timeout(8).addEventListener('abort', () => log.push('abort'));
  await t.clock.advance(4);
  assert.deepEqual(log, []);
  await t.clock.advance(1);
  assert.deepEqual(log, ['task', 'continuation']);
  await t.clock.advance(3);
  assert.deepEqual(log, ['task', 'continuation', 'abort']);
});

test('hold stops time', async t => {
  let ticks = 0;
  const interval = setInterval(() => ticks++, 100);
  t.clock.hold();
  for (let turn = 0; turn < 50; turn++) await scheduler.yield();
  await t.clock.idle();
  assert.deepEqual([ticks, t.clock.now], [0, 0]);
  await t.clock.advance(250);
  assert.deepEqual([ticks, t.clock.now], [2, 250]);
  assert.equal(await t.clock.next(), 300);
  assert.equal(ticks, 3);
  t.clock.release();
  await sleep(100);
  assert.equal(ticks, 4);
  clearInterval(interval);
});

test('time is not held in the next test', async t => {
  await sleep(10);
  assert.equal(t.clock.now, 10);
});

test('next without a timer', async t => {
  assert.equal(await t.clock.next(), 0);
});

test('idle runs what is ready', async t => {
  const log = [];
  scheduler.postTask(() => log.push('background'), { priority: 'background' });
  requestIdleCallback(() => log.push('idle'));
  await t.clock.idle();
  assert.deepEqual(log, ['background', 'idle']);
});

test('invalid arguments', async t => {
  await assert.rejects(t.clock.advance(-1), RangeError);
  await assert.rejects(t.clock.advance(NaN), TypeError);
  await assert.rejects(t.clock.advance(), TypeError);
});

test('node:timers/promises', async t => {
  assert.equal(await sleep(5, 'value'), 'value');
  assert.equal(await timers.wait(5), undefined);
  await timers.yield();
  assert.equal(t.clock.now, 10);
  const controller = new AbortController();
  const aborted = sleep(1_000, null, { signal: controller.signal });
  controller.abort('enough');
  await assert.rejects(aborted, { name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' });
  await assert.rejects(sleep(1, null, { signal: controller.signal }), { name: 'AbortError' });
  await assert.rejects(sleep(1, null, { signal: 1 }), TypeError);
  await assert.rejects(sleep('1'), TypeError);
  assert.equal(t.clock.now, 10);
});

test('a timeout that is long enough', { timeout: 1_000 }, () => sleep(999));

// Tests in every order.
import test, { describe, it } from 'node:test';
import assert from 'node:assert/strict';

test('a task before a timer', { explore: { runs: 50 } }, async () => {
  let ready = false;
  const timer = new Promise(resolve => setTimeout(() => { ready = true; resolve() }));
  await Promise.all([timer, scheduler.postTask(() => assert.ok(ready, 'the timer has not fired'))]);
});

test('correct in every order', { explore: true }, async () => {
  const log = [];
  const timer = new Promise(resolve => setTimeout(() => { log.push('timer'); resolve() }));
  await Promise.all([timer, scheduler.postTask(() => log.push('task'))]);
  assert.deepEqual(log.sort(), ['task', 'timer']);
});

test('priorities are only recommended', { explore: { runs: 50, orders: 'standard' } }, async () => {
  const log = [];
  const timer = new Promise(resolve => setTimeout(() => { log.push('timer'); resolve() }));
  await Promise.all([timer, scheduler.postTask(() => log.push('urgent'), { priority: 'user-blocking' })]);
  assert.deepEqual(log, ['urgent', 'timer']);
});

describe('a suite', { explore: 20 }, () => {
  it('that passes its option on', async t => {
    const log = [];
    const arrivals = ['a', 'b', 'c'].map(name => t.explore?.arrives(name) ?? Promise.resolve(name));
    await Promise.all(arrivals.map(arrival => arrival.then(name => log.push(name))));
    assert.notDeepEqual(log, ['c', 'b', 'a']);
  });

  it('with a choice', t => {
    const number = t.explore?.choose(5) ?? 0;
    assert.notEqual(number, 4);
  });

  it('whose leftovers depend on the order', async () => {
    const timer = new Promise(resolve => setTimeout(resolve));
    const task = scheduler.postTask(() => {});
    await Promise.race([timer, task]);
    await task;
  });
});

test('held time stays held', { explore: 20 }, async t => {
  t.clock.hold();
  let fired = 0;
  setTimeout(() => fired++, 10);
  setTimeout(() => fired++, 20);
  await t.clock.advance(15);
  assert.equal(fired, 1);
  await t.clock.advance(15);
  assert.equal(fired, 2);
});

test('not explored', t => assert.equal(t.explore, undefined));

// `mock.timers`. Passes in Node 24, too.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

test('timers fire when the test moves time', t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1000 });
  const log = [];
  setTimeout(() => {
    log.push(['a', Date.now()]);
    setTimeout(() => log.push(['nested', Date.now()]), 5);
  }, 5);
  const interval = setInterval(() => log.push(['round', Date.now()]), 4);
  t.mock.timers.tick(4);
  t.mock.timers.tick();
  assert.deepEqual(log, [['round', 1004], ['a', 1005]]);
  clearInterval(interval);
  t.mock.timers.tick(5);
  assert.deepEqual(log.slice(2), [['nested', 1010]]);
  setTimeout(() => log.push(['last', Date.now()]), 1000);
  t.mock.timers.runAll();
  assert.deepEqual(log.slice(3), [['last', 2010]]);
  t.mock.timers.setTime(5);
  assert.equal(new Date().getTime(), 5);
});

test('the end of a test ends its mocks', async () => {
  assert.notEqual(Date.now(), 5);
  await new Promise(resolve => setTimeout(resolve, 10));
});

test('only enabled timers can be moved', t => {
  assert.throws(() => t.mock.timers.tick(1), { code: 'ERR_INVALID_STATE' });
  t.mock.timers.enable();
  assert.equal(Date.now(), 0);
  assert.throws(() => t.mock.timers.enable(), { code: 'ERR_INVALID_STATE' });
  assert.throws(() => t.mock.timers.tick(-1), { code: 'ERR_INVALID_ARG_VALUE' });
  t.mock.timers.reset();
  assert.throws(() => t.mock.timers.enable({ apis: ['fetch'] }), { code: 'ERR_INVALID_ARG_VALUE' });
});

test('promises wait for the moved time', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const waited = new Promise(resolve => setTimeout(resolve, 7_200_000, 'done'));
  mock.timers.tick(7_200_000);
  assert.equal(await waited, 'done');
  mock.reset();
  await new Promise(resolve => setTimeout(resolve, 1));
});

test('dates alone move with the test', t => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  t.mock.timers.tick(1234);
  assert.equal(Date.now(), 1234);
  t.mock.timers.setTime(100);
  t.mock.timers.tick(5);
  assert.equal(Date.now(), 105);
  assert.throws(() => t.mock.timers.setTime(-3), { code: 'ERR_INVALID_ARG_VALUE' });
  assert.throws(() => t.mock.timers.setTime('x'), { code: 'ERR_INVALID_ARG_TYPE' });
});

test('options have types', t => {
  assert.throws(() => t.mock.timers.enable({ now: 'x' }), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => t.mock.timers.enable({ apis: 'x' }), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => t.mock.timers.enable({ now: -1 }), { code: 'ERR_INVALID_ARG_VALUE' });
});

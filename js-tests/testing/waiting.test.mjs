// What tests wait for: conditions, and the assertions of their plans.
import { test } from 'node:test';

test('a condition holds later', async t => {
  let value = 0;
  setTimeout(() => value = 7, 120);
  const result = await t.waitFor(() => { t.assert.equal(value, 7); return value + 1; });
  t.assert.equal(result, 8);
  t.assert.equal(t.clock.now, 150);
});

test('a condition never holds', async t => {
  const waiting = t.waitFor(async () => { throw new Error('why'); }, { interval: 10, timeout: 35 });
  await t.assert.rejects(waiting, error => error.message === 'waitFor() timed out' && error.cause.message === 'why');
  t.assert.equal(t.clock.now, 35);
});

test('options are checked', t => {
  t.assert.rejects(t.waitFor(1), TypeError);
  return t.assert.rejects(t.waitFor(() => {}, { timeout: -1 }), RangeError);
});

test('a plan waits', t => {
  t.plan(2, { wait: 500 });
  setTimeout(() => t.assert.ok(true), 100);
  setTimeout(() => t.assert.ok(true), 200);
});

test('a plan waits for ever', t => {
  t.plan(1, { wait: true });
  setTimeout(() => t.assert.ok(true), 1e6);
});

test('a plan waits too long', t => {
  t.plan(1, { wait: 50 });
  const timer = setTimeout(() => t.assert.ok(true), 100);
  t.after(() => clearTimeout(timer));
});

test('a plan waits for nothing', t => {
  t.plan(2, { wait: true });
  setTimeout(() => t.assert.ok(true), 100);
});

test('a plan does not wait', t => {
  t.plan(1, { wait: false });
  setTimeout(() => t.assert.ok(true), 100);
});

import assert from 'node:assert/strict';
import test from 'node:test';

const all = { runs: 20, seed: 3, strategy: 'pct', level: 'standard', lateness: 1, cost: 2, for: 60e3 };
test('options', { explore: all }, () => {});

test('an option that does not exist', () => {
  const declare = explore => () => test('refused', { explore }, () => {});
  assert.throws(declare({ orderz: 'standard' }), /explore.orderz is not an option/);
  assert.throws(declare({ strategy: 'best' }), /explore.strategy must be one of/);
  assert.throws(declare({ lateness: -1 }), /explore.lateness must be/);
});

test('a function is called when it arrives', { explore: true }, async t => {
  if (!t.explore) return;
  let count = 0;
  const next = () => t.explore.arrives(() => ++count);
  assert.deepEqual([await next(), await next()], [1, 2]);
  await assert.rejects(t.explore.arrives(() => { throw new Error('no answer'); }), /no answer/);
  await assert.rejects(t.explore.arrives(async () => { throw new Error('no answer'); }), /no answer/);
});

test('a response fails when it arrives', { explore: true }, async t => {
  if (!t.explore) return;
  await Promise.all([
    t.explore.arrives('answer'),
    assert.rejects(t.explore.arrives(Promise.reject(new Error('no answer'))), /no answer/),
    assert.rejects(t.explore.arrives.reject(new Error('no server'), { label: 'server' }), /no server/),
  ]);
});

test('labels name arrivals', { explore: true }, async t => {
  const seen = [];
  const answer = label => t.explore?.arrives(label, { label }).then(value => seen.push(value));
  await Promise.all(['user', 'cart'].map(answer));
  assert.notEqual(seen[0], 'cart');
});

import { test } from 'node:test';
import assert from 'node:assert';
import { Prices, compare, kind } from './price.ts';

test('prices', () => {
  const prices = new Prices();
  prices.add({ name: 'tea', price: 2 });
  assert.equal(prices.total(), 2);
  assert.equal(prices.total.name, 'total');
  assert.equal(compare(1, 1), 'equal');
  assert.equal(kind('a'), 1);
  assert.throws(() => prices.add({ name: 'x', price: -1 }), /x/);
});

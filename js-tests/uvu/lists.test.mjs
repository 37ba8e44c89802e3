import assert from 'node:assert';
import { suite, test } from 'uvu';

const order = [];

test('runs alone', () => {
  assert.deepEqual(order, []);
});
test.skip('is skipped');
test.run();

const Lists = suite('Lists', { size: 3 });

Lists.before(context => {
  context.list = Array.from({ length: context.size }, (_, index) => index);
  order.push('before');
});
Lists.before.each(context => void order.push(`before ${context.__test__ || 'the first'}`));
Lists.after.each(() => void order.push('after each'));
Lists.after(() => {
  assert.deepEqual(order, ['before', 'before the first', 'after each', 'before has the list', 'after each']);
});

Lists('has the list', async ({ list, __suite__ }) => {
  await new Promise(resolve => setTimeout(resolve, 10));
  assert.deepEqual([list, __suite__], [[0, 1, 2], 'Lists']);
});

Lists('fails', ({ list }) => {
  assert.equal(list.length, 4);
});
Lists.run();

const Never = suite('Never');
Never('is not run', () => assert.fail());

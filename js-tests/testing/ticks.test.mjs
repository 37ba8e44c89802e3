// In Node, the ticks of a callback run before its microtasks, whenever its timer was set.
import assert from 'node:assert';
import { test } from 'node:test';

const order = () =>
  new Promise(resolve => {
    const seen = [];
    setTimeout(() => {
      Promise.resolve().then(() => seen.push('microtask'));
      process.nextTick(() => seen.push('tick'));
      setTimeout(() => resolve(seen));
    });
  });

test('a timer that the test sets at once', async () => {
  assert.deepEqual(await order(), ['tick', 'microtask']);
});

test('a timer that it sets later', async () => {
  await undefined;
  assert.deepEqual(await order(), ['tick', 'microtask']);
});

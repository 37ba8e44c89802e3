// Timers that are mocked are objects, as Node's timers are. Passes in Node 24, too.
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('mocked timers have the methods of timers', t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let count = 0;
  const timeout = setTimeout(() => count++, 5).unref();
  assert.equal(timeout.ref(), timeout);
  assert.equal(typeof timeout.hasRef(), 'boolean');
  t.mock.timers.tick(4);
  timeout.refresh();
  t.mock.timers.tick(4);
  assert.equal(count, 0);
  t.mock.timers.tick(1);
  assert.equal(count, 1);
  const interval = setInterval(() => count++, 1).unref();
  t.mock.timers.tick(2);
  clearInterval(interval);
  clearTimeout(setTimeout(() => count++, 1));
  clearTimeout(+setTimeout(() => count++, 1));
  t.mock.timers.tick(5);
  assert.equal(count, 3);
});

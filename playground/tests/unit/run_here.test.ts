import { expect, test } from 'vitest';
import { inspect } from '../../src/browser/console/inspect.ts';
import { comparable, differInNumbers, needsOrigin, needsWorker, thisBrowser } from '../../src/browser/run_here.ts';
import { firstDifference } from '../../src/views/difference.ts';

test('stacks and line breaks do not count', () => {
  expect(comparable('Error: x\n    at f (app.js:1:2)\n    at g (native)')).toBe('Error: x');
  const short = 'Error: x\n    at app.js:1:2 { [cause]: 1 }';
  expect(comparable('Error: x\n    at blob:https://example.com/1:2 {\n  [cause]: 1\n}')).toBe(comparable(short));
  expect(comparable(short)).not.toBe(comparable('Error: x\n    at app.js:1:2 { [cause]: 2 }'));
  expect(comparable('{\n  a: 1\n}')).toBe('{ a: 1 }');
  expect(comparable(inspect([new RangeError('bad')]))).toBe(comparable('[ [RangeError: bad] ]'));
});

test('what only an engine knows of promises does not count', () => {
  const here = inspect([Promise.resolve({ a: {} }), { b: Promise.reject }]);
  const predicted = '[\n  Promise { { a: {} } },\n  { b: [Function: reject] }\n]';
  expect(comparable(here)).toBe(comparable(predicted));
  const subclass = inspect(new (class extends Promise<void> {})(() => {}));
  expect(comparable(subclass)).toBe(comparable('Object [Promise] { <pending> }'));
  expect(comparable('Promise { <pending> } 1')).not.toBe(comparable('Promise { <pending> } 2'));
});

test('times do not count', () => {
  expect(comparable('load: 12.3ms { a: 1 }')).toBe(comparable('load: 0ms { a: 1 }'));
  expect(differInNumbers(['  21 ms  a', 'b'], ['   0 ms  a', 'b'])).toBe(true);
  expect(differInNumbers(['21 ms  a'], ['0 ms  b'])).toBe(false);
});

test('only programs that need no window run in a worker, where a frame may share the thread', () => {
  const [firefox, chromium] = ['Gecko/20100101 Firefox/153.0', 'Chrome/156.0.0.0 Safari/537.36'];
  expect(needsWorker(firefox, 'setTimeout(f)')).toBe(true);
  expect(needsWorker(firefox, 'requestIdleCallback(f)')).toBe(false);
  expect(needsWorker(firefox, 'o.window')).toBe(true);
  expect(needsWorker(chromium, 'setTimeout(f)')).toBe(false);
  expect(needsWorker(`(Linux; Android 16) ${chromium}`, 'setTimeout(f)')).toBe(true);
  expect(needsOrigin('await navigator.locks.request("a", f)')).toBe(true);
  expect(needsOrigin('const locks = []')).toBe(false);
});

test('the profile is that of the browser', () => {
  const firefox = thisBrowser('Mozilla/5.0 (X11) Gecko/20100101 Firefox/153.0');
  expect(firefox).toEqual({ name: 'Firefox 153', profile: 'firefox' });
  expect(thisBrowser('Chrome/156.0.0.0 Safari/537.36')).toEqual({ name: 'Chromium 156', profile: 'chromium' });
  expect(thisBrowser('').profile).toBe('chromium');
});

test('the first difference may be the end of a list', () => {
  expect(firstDifference(['a'], ['a', 'b'])).toBe(1);
  expect(firstDifference(['a'], ['a'])).toBeNull();
});

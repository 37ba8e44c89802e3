// Rejections that are handled before the tests end do not count.
import process from 'node:process';
import { types } from 'node:util';
import test from 'ava';

const later = () => new Promise(resolve => setTimeout(resolve, 10));

test('is configured', t => {
  t.is(globalThis.isSetUp, true);
  t.is(process.env.MODE, 'tests');
});

test('handles a rejection later', async t => {
  const rejected = Promise.reject(new Error('handled'));
  await later();
  const error = await rejected.catch(error => error);
  t.is(error.message, 'handled');
  t.is(types.isNativeError(new DOMException('no', 'AbortError')), true);
});

test('leaves one behind', async t => {
  Promise.reject(new Error('never handled'));
  await later();
  t.is(1, 1);
});

test.after(() => void Promise.reject(new Error('rejected after the tests')));

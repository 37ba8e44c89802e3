import assert from 'node:assert/strict';
import test from 'node:test';

test('has the environment of its folder', () => {
  assert.equal(typeof document, 'undefined');
});

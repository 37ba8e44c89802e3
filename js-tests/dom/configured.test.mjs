import assert from 'node:assert/strict';
import test from 'node:test';

test('has the environment of the configuration, with its options', () => {
  assert.equal(location.href, 'https://example.com/page');
  assert.equal(document.body.textContent, 'ready');
});

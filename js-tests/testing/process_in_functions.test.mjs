// The globals of Node exist, although only functions read them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isProduction } from './node_env.mjs';

test('reads and changes a variable of the environment', () => {
  assert.equal(isProduction(), false);
  process.env.NODE_ENV = 'production';
  assert.equal(isProduction(), true);
  delete process.env.NODE_ENV;
  assert.equal(process.env.NODE_ENV, undefined);
});

// The same modules through `require`.
const test = require('node:test');
const assert = require('assert');
const strict = require('node:assert/strict');
const { setTimeout: sleep } = require('timers/promises');
const { describe, it } = test;

describe('require', () => {
  it('returns the same modules', () => {
    assert.equal(require('node:assert'), assert);
    assert.equal(assert.strict, strict);
    assert.throws(() => require('no-such-package'), { code: 'MODULE_NOT_FOUND' });
  });
  it('works with timers', async t => {
    await sleep(10);
    assert.equal(t.clock.now, 10);
  });
});

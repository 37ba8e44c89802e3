'use strict';
// What programs see of themselves does not change when they are counted.
const { test } = require('node:test');
const assert = require('node:assert');
const { named, fails, strict } = require('./text.cjs');

test('the text of a function has no counters', () => {
  assert.equal(named.toString(), '(a, b = () => 1) => a || b');
  assert.equal(strict.toString(), "function strict() {\n  'use strict';\n  return this;\n}");
});

test('functions keep their names', () => {
  assert.equal(named.name, 'named');
  assert.equal(named(0).name, 'b');
});

test('strict mode stays', () => assert.equal(strict(), undefined));

test('errors keep their places', () => {
  assert.throws(fails, error => /text\.cjs:12:33/.test(error.stack) && error.message === 'y.missing is not a function');
});

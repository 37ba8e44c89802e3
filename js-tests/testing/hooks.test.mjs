// The order of hooks, which is that of Node.
import test, { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';

const log = [];
const take = () => log.splice(0).join(', ');

before(() => log.push('file before'));
beforeEach(() => log.push('file beforeEach'));
afterEach(() => log.push('file afterEach'));

test('of a file and of a test', async t => {
  assert.equal(take(), 'file before, file beforeEach');
  t.beforeEach(() => log.push('t beforeEach'));
  t.afterEach(() => log.push('t afterEach'));
  t.before(() => log.push('t before'));
  await t.test('subtest', () => log.push('subtest'));
  assert.equal(take(), 't before, file beforeEach, t beforeEach, subtest, t afterEach, file afterEach');
  t.after(() => log.push('t after'));
});

describe('outer', () => {
  before(() => log.push('outer before'));
  beforeEach(() => log.push('outer beforeEach'));
  afterEach(() => log.push('outer afterEach'));
  after(() => log.push('outer after'));
  describe('inner', () => {
    beforeEach(async () => { await null; log.push('inner beforeEach') });
    afterEach((t, done) => setTimeout(() => { log.push('inner afterEach'); done() }, 5));
    it('first', () => {
      assert.equal(take(), 'file afterEach, t after, outer before, '
        + 'file beforeEach, outer beforeEach, inner beforeEach');
    });
    it('second', () => {
      assert.equal(take(), 'inner afterEach, outer afterEach, file afterEach, '
        + 'file beforeEach, outer beforeEach, inner beforeEach');
    });
  });
});

test('after a suite', () => {
  assert.equal(take(), 'inner afterEach, outer afterEach, file afterEach, outer after, file beforeEach');
});

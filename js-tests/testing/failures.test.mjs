// Each of these tests fails, in a different way.
import test, { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';

test('an assertion', () => assert.deepEqual({ a: 1, list: [1, 2] }, { a: 1, list: [1, 3] }));
test('assert.ok shows the call', () => { assert(1 > 2) });
test('an error with a cause', () => { throw new Error('outer', { cause: new TypeError('inner') }) });
test('a value that is no error', () => { throw { code: 42 } });
test('undefined', () => { throw undefined });
test('a rejection', async () => { await null; missing });
test('an error in a task', async () => {
  await scheduler.postTask(() => { throw new RangeError('in a task') });
});
test('an error that nothing catches', async () => {
  setTimeout(() => { throw new Error('in a timer') });
  await new Promise(resolve => setTimeout(resolve, 10));
});
test('an unhandled rejection', () => { Promise.reject(new Error('unhandled')) });
test('a callback with an error', (t, done) => setTimeout(() => done(new Error('from the callback'))));
test('a callback and a promise', async (t, done) => done());
test('a timeout', { timeout: 50 }, () => new Promise(resolve => setTimeout(resolve, 100)));
test('a promise that nothing resolves', () => new Promise(() => {}));
test('held time', async t => {
  t.clock.hold();
  await new Promise(resolve => setTimeout(resolve, 10));
});
test('an aborted signal', { signal: AbortSignal.abort() }, () => {});
test('a signal that aborts', { signal: AbortSignal.timeout(20) }, () => new Promise(() => {}));
test('too few assertions', { plan: 2 }, t => t.assert.ok(1));
test('a subtest', async t => {
  console.log('printed by the parent');
  await t.test('fails', () => {
    console.log('printed by the subtest');
    console.error('also printed');
    throw new Error('in a subtest');
  });
});
test('a parent that fails first', t => {
  t.test('cancelled', () => new Promise(() => {}));
  throw new Error('in the parent');
});
describe('a suite whose before hook fails', () => {
  before(() => { throw new Error('in before') });
  it('does not run', () => {});
});
describe('a suite whose beforeEach hook fails', () => {
  beforeEach(() => { throw new Error('in beforeEach') });
  it('does not run', () => { console.log('it ran') });
});
describe('a suite whose after hook fails', () => {
  it('passes', () => {});
  after(() => { throw new Error('in after') });
});
describe('a suite that throws', () => { it('is cancelled', () => {}); throw new Error('in describe') });
test('a failure that is allowed', { todo: 'to do' }, () => { throw new Error('not yet') });
test('options that are not valid', t => t.test({ timeout: 'soon' }, () => {}));

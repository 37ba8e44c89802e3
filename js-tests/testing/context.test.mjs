// The context of tests and suites, and the forms of `test`.
import test, { describe, it, mock, suite } from 'node:test';
import * as everything from 'node:test';
import assert from 'node:assert/strict';

test('names', async t => {
  assert.equal(t.name, 'names');
  assert.equal(t.fullName, 'names');
  assert.match(t.filePath, /context\.test\.mjs$/);
  await t.test('inner', inner => assert.equal(inner.fullName, 'names > inner'));
});

describe('a suite', context => {
  const { name, fullName } = context;
  it('has a context', t => {
    assert.equal(name, 'a suite');
    assert.equal(fullName, 'a suite');
    assert.equal(t.fullName, 'a suite > has a context');
  });
});

test('`this` is the context', function (t) {
  assert.equal(this, t);
});

test(function named(t) {
  assert.equal(t.name, 'named');
});

test({ skip: false, concurrency: 2 }, async function optionsFirst(t) {
  assert.equal(t.name, 'optionsFirst');
});

test(async t => assert.equal(t.name, '<anonymous>'));

test('the functions of the module', () => {
  assert.equal(it, test);
  assert.equal(describe, suite);
  assert.equal(everything.default, test);
  const objects = Object.keys(everything).filter(name => typeof everything[name] !== 'function');
  assert.deepEqual(objects, ['mock', 'snapshot']);
  assert.equal(test.test, test);
  assert.equal(test.mock, mock);
});

test('t.signal is aborted when the test ends', async t => {
  let signal;
  await t.test('subtest', inner => {
    ({ signal } = inner);
    assert.equal(signal.aborted, false);
  });
  assert.equal(signal.aborted, true);
  assert.equal(t.signal.aborted, false);
});

test('a promise of a subtest is resolved when it has ended', async t => {
  const log = [];
  const first = t.test('first', async () => {
    await scheduler.yield();
    log.push('first');
  });
  const second = t.test('second', () => log.push('second'));
  assert.equal(await first, undefined);
  assert.equal(log[0], 'first');
  await second;
  assert.deepEqual(log, ['first', 'second']);
});

test('subtests that are not awaited', t => {
  t.test('one', async () => { await scheduler.yield() });
  t.test('two', (t, done) => { setTimeout(done, 20) });
});

test('subtests at the same time', { concurrency: true }, async t => {
  const log = [];
  const subtest = (name, delay) => t.test(name, async () => {
    log.push(`${name} starts`);
    await new Promise(resolve => setTimeout(resolve, delay));
    log.push(`${name} ends`);
  });
  await Promise.all([subtest('slow', 20), subtest('fast', 10)]);
  assert.deepEqual(log, ['slow starts', 'fast starts', 'fast ends', 'slow ends']);
});

test('a test inside a test', async () => {
  let ran = false;
  await test('is a subtest', t => {
    ran = true;
    assert.equal(t.fullName, 'a test inside a test > is a subtest');
  });
  assert.equal(ran, true);
});

test('plan', { plan: 3 }, t => {
  t.assert.ok(true);
  t.assert.deepStrictEqual([1], [1]);
  t.test('a subtest counts', () => {});
});

test('each test starts with a default priority', async () => {
  let ran = false;
  scheduler.postTask(() => { ran = true });
  await scheduler.postTask(() => {}, { priority: 'user-blocking' });
  assert.equal(ran, false);
  await scheduler.yield(); // would run before the task if the priority of another test was inherited
  await scheduler.postTask(() => {});
  assert.equal(ran, true);
});

test('diagnostics and reasons', t => {
  t.diagnostic('a diagnostic');
  t.todo('not finished');
});

test.skip('left out', () => { throw new Error('never') });
test.todo('later');
test('skipped while it runs', t => t.skip('no reason'));
describe.skip('a skipped suite', () => { throw new Error('never') });

await test('can be awaited by the file', async () => { await scheduler.postTask(() => {}, { delay: 10 }) });
test('declared after an await', () => assert.equal(performance.now() >= 10, true));

describe('an asynchronous suite', async () => {
  it('declared before', () => {});
  await scheduler.yield();
  it('declared after', t => assert.equal(t.fullName, 'an asynchronous suite > declared after'));
});

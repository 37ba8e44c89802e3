// Forty tests that pass unchanged in Node, Deno, Bun and posttask: see compare.sh.
import test, { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert';
import strict from 'node:assert/strict';
import { scheduler as timers, setTimeout as sleep } from 'node:timers/promises';

// Other runtimes have no scheduler.postTask. The order of its tasks is tested where it exists.
const postTask = globalThis.scheduler?.postTask
  ? (callback, options) => scheduler.postTask(callback, options)
  : (callback, { delay = 0 } = {}) => sleep(delay).then(callback);

const log = [];

describe('hooks', () => {
  before(() => log.push('before'));
  beforeEach(() => log.push('beforeEach'));
  afterEach(() => log.push('afterEach'));
  after(() => log.push('after'));
  it('run before the first test', () => strict.deepEqual(log, ['before', 'beforeEach']));
  it('run around each test', () => strict.deepEqual(log.slice(2), ['afterEach', 'beforeEach']));
  describe('of an inner suite', () => {
    beforeEach(async () => { await null; log.push('inner beforeEach') });
    it('run after those of the outer one', () => strict.deepEqual(log.slice(-2), ['beforeEach', 'inner beforeEach']));
  });
});

describe('kinds of tests', () => {
  it('synchronous', () => {});
  it('asynchronous', async () => { await sleep(1) });
  it('that returns a promise', () => new Promise(resolve => setTimeout(resolve, 1)));
  it('with options', { timeout: 1_000 }, async () => { await sleep(1) });
  it.skip('skipped', () => { throw new Error('never') });
  it('skipped by an option', { skip: true }, () => { throw new Error('never') });
  it.todo('to do');
});

describe('assertions', () => {
  it('ok', () => { assert(1); assert.ok('text'); assert.throws(() => assert.ok(0), assert.AssertionError) });
  it('equal', () => { assert.equal(1, '1'); assert.notEqual(1, 2); strict.throws(() => strict.equal(1, '1')) });
  it('strictEqual', () => { assert.strictEqual(NaN, NaN); assert.notStrictEqual(0, -0) });
  it('deepEqual', () => {
    assert.deepEqual({ a: [1, null] }, { a: [1, null] });
    assert.notDeepEqual({ a: 1 }, { a: 2 });
  });
  it('deepStrictEqual', () => {
    assert.deepStrictEqual(new Map([['a', new Set([1])]]), new Map([['a', new Set([1])]]));
    assert.notDeepStrictEqual({ a: 1 }, { a: '1' });
    assert.throws(() => strict.deepEqual([1, 2], [1, 3]), { code: 'ERR_ASSERTION', operator: 'deepStrictEqual' });
  });
  it('throws', () => {
    const fail = () => { throw new TypeError('wrong type') };
    assert.throws(fail, TypeError);
    assert.throws(fail, /wrong/);
    assert.throws(fail, { name: 'TypeError', message: 'wrong type' });
    assert.throws(fail, error => error instanceof TypeError);
    assert.doesNotThrow(() => {});
  });
  it('rejects', async () => {
    await assert.rejects(Promise.reject(new RangeError('far')), RangeError);
    await assert.rejects(async () => { throw new Error('near') }, { message: 'near' });
    await assert.doesNotReject(async () => {});
  });
  it('match', () => { assert.match('scheduler', /^sched/); assert.doesNotMatch('scheduler', /task/) });
  it('fail', () => assert.throws(() => assert.fail('on purpose'), { message: 'on purpose' }));
  it('ifError', () => { assert.ifError(null); assert.throws(() => assert.ifError(new Error('e'))) });
});

describe('timers', () => {
  it('fire in order', async () => {
    const fired = [];
    for (const delay of [30, 10, 20]) setTimeout(() => fired.push(delay), delay);
    await sleep(60);
    strict.deepEqual(fired, [10, 20, 30]);
  });
  it('run microtasks in between', async () => {
    const order = [];
    for (const name of ['a', 'b']) {
      setTimeout(() => { order.push(name); queueMicrotask(() => order.push('microtask')) });
    }
    await sleep(20);
    strict.deepEqual(order, ['a', 'microtask', 'b', 'microtask']);
  });
  it('can be cleared', async () => {
    const timer = setTimeout(() => strict.fail('it fired'), 5);
    clearTimeout(timer);
    await sleep(10);
  });
  it('repeat', async () => {
    let rounds = 0;
    await new Promise(resolve => {
      const interval = setInterval(() => { if (++rounds === 3) { clearInterval(interval); resolve() } }, 1);
    });
    strict.equal(rounds, 3);
  });
  it('of node:timers/promises', async () => {
    strict.equal(await sleep(1, 'value'), 'value');
    await timers.wait(1);
  });
  it('of node:timers/promises can be aborted', async () => {
    const controller = new AbortController();
    const slept = sleep(1_000, null, { signal: controller.signal });
    controller.abort();
    await strict.rejects(slept, { name: 'AbortError' });
  });
});

describe('the platform', () => {
  it('microtasks run in order', async () => {
    const order = [];
    queueMicrotask(() => order.push(1));
    Promise.resolve().then(() => order.push(2));
    await null;
    order.push(3);
    strict.deepEqual(order, [1, 2, 3]);
  });
  it('abort signals have reasons', () => {
    const controller = new AbortController();
    const both = AbortSignal.any([controller.signal]);
    controller.abort('enough');
    strict.equal(both.reason, 'enough');
    strict.throws(() => both.throwIfAborted());
  });
  it('event targets call listeners once', () => {
    const target = new EventTarget();
    let calls = 0;
    target.addEventListener('change', () => calls++, { once: true });
    target.dispatchEvent(new Event('change'));
    target.dispatchEvent(new Event('change'));
    strict.equal(calls, 1);
  });
  it('values are cloned', () => {
    const value = { list: [1, new Date(0)], map: new Map([[1, { deep: true }]]) };
    const clone = structuredClone(value);
    strict.deepEqual(clone, value);
    strict.notEqual(clone.list, value.list);
  });
  it('messages arrive in order', async () => {
    const { port1, port2 } = new MessageChannel();
    const received = [];
    await new Promise(resolve => {
      port2.onmessage = ({ data }) => { received.push(data); if (data === 3) resolve() };
      for (const data of [1, 2, 3]) port1.postMessage(data);
    });
    port1.close();
    port2.close();
    strict.deepEqual(received, [1, 2, 3]);
  });
  it('urls are parsed', () => strict.equal(new URL('../b', 'https://example.org/a/').pathname, '/b'));
});

describe('scheduled work', () => {
  it('returns its result', async () => strict.equal(await postTask(() => 42), 42));
  it('passes its error on', () => strict.rejects(postTask(() => { throw new RangeError('late') }), RangeError));
  it('waits for its delay', async () => {
    let isOver = false;
    setTimeout(() => { isOver = true }, 5);
    await postTask(() => strict.equal(isOver, true), { delay: 30 });
  });
  it('is debounced', async () => {
    let timer, calls = 0;
    const debounced = () => { clearTimeout(timer); timer = setTimeout(() => calls++, 10) };
    debounced();
    debounced();
    await sleep(40);
    strict.equal(calls, 1);
  });
  it('is retried', async () => {
    let attempts = 0;
    const work = async () => { if (++attempts < 3) throw new Error('not yet') };
    const retry = async () => { try { await work() } catch { await sleep(2 ** attempts); await retry() } };
    await retry();
    strict.equal(attempts, 3);
  });
  it('runs at most two at a time', async () => {
    let running = 0, most = 0;
    const queue = Array.from({ length: 6 }, (_, index) => index);
    const worker = async () => {
      while (queue.length > 0) {
        queue.shift();
        most = Math.max(most, ++running);
        await sleep(2);
        running--;
      }
    };
    await Promise.all([worker(), worker()]);
    strict.equal(most, 2);
  });
});

test('a test outside of suites', () => strict.deepEqual(log.at(-1), 'after'));
test('another one', async () => strict.equal(await Promise.resolve('done'), 'done'));

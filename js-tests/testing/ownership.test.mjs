// Whom work belongs to: `await`, `then` and microtasks keep the test.
import test, { describe, it, beforeEach, afterEach } from 'node:test';
const sleep = ms => new Promise(r => setTimeout(r, ms));
test('c', async t => {
  await t.test('sub', () => {});
  setTimeout(() => { throw new Error('boom'); }, 1);
  await sleep(20);
});
test('d', async t => { await t.test('sub', () => {}); setTimeout(() => {}, 1); });
test('e', async t => { await t.test('sub', () => {}); test('after sub', () => {}); });
describe('first', async () => { await null; it('in first', () => {}); });
describe('second', () => { it('in second', () => {}); });
describe.todo('s', () => { it('a', () => { throw new Error('x'); }); });
describe('c', { concurrency: true }, () => {
  describe('n', () => {
    it('d', async () => { console.log('d1'); await sleep(15); console.log('d2'); });
    it('e', () => console.log('e'));
  });
});
afterEach(t => console.log(t.name, t.passed));
test('rejects', async t => { await t.test('x', () => {}); Promise.reject(new Error('unhandled')); });
test('before only', t => { t.before(() => console.log('before ran')) });
await describe('awaited', () => { it('c', async () => { await sleep(3) }) }); console.log('after awaited');
test('mt', async t => { await t.test('x', () => {}); queueMicrotask(() => { setTimeout(() => {}, 5) }) });
await Promise.reject(new Error('top'));

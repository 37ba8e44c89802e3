import { afterEach, beforeAll, describe, expect, it, onTestFailed, onTestFinished, test, vi } from 'vitest';

const log: string[] = [];

beforeAll(() => {
  log.push('before all');
  return () => console.log(log.join(', '));
});

describe('tests with parameters', () => {
  it.each([[1, 2, 3], [2, 3, 5]])('%i + %i = %i', (a, b, sum) => expect(a + b).toBe(sum));
  it.each([['a'], ['b', 'c']])('%s has no context', (first, second?) =>
    expect(second ?? first).toBe(second ? 'c' : 'a'));
  it.for([{ a: 1 }])('$a alone', ({ a }, context) => context.expect(a).toBe(1));
  it.each`
    a    | b
    ${1} | ${2}
  `('$a and $b', ({ a, b }) => expect(a + b).toBe(3));
});

describe('modifiers', () => {
  it.skip('is skipped', () => expect(1).toBe(2));
  it.todo('is to do');
  it.fails('must fail', () => expect(1).toBe(2));
  it.fails('must fail, but passes', () => {});
  it.skipIf(true)('is skipped, too', () => expect(1).toBe(2));
  it.runIf(true)('runs', context => {
    context.skip();
    expect(1).toBe(2);
  });
  let tries = 0;
  it('passes the third time', { retry: 2 }, () => expect(++tries).toBe(3));
});

describe('hooks', () => {
  afterEach(() => void log.push('first after each'));
  afterEach(() => void log.push('second after each'));
  it('tells when it has ended', () => {
    onTestFinished(() => void log.push('finished'));
    onTestFailed(() => void log.push('failed'));
  });
});

describe.concurrent('at the same time', () => {
  const wait = () => new Promise(resolve => setTimeout(resolve, 100));
  it('one', wait);
  it('two', wait);
});

const withFixtures = test.extend<{ base: number; sum: number }>({
  base: 1,
  sum: async ({ base }, use) => {
    log.push('open');
    await use(base + 1);
    log.push('close');
  },
});
withFixtures('fixtures', ({ sum }) => expect(sum).toBe(2));
withFixtures('unused fixtures are not made', ({ base }) => expect(base).toBe(1));

describe('expect', () => {
  it('soft', () => {
    expect.soft(1).toBe(2);
    expect.soft(3).toBe(4);
  });
  it('assertions', () => {
    expect.assertions(2);
    expect(1).toBe(1);
  });
  it('poll', async () => {
    let count = 0;
    await expect.poll(() => ++count).toBe(3);
  });
  it('snapshots', () => {
    expect([1]).toMatchSnapshot();
    expect({ a: 1 }).toMatchInlineSnapshot(`{"a":1}`);
  });
  it('has what the setup file prepared', () => expect((globalThis as any).prepared).toBe(true));
});

it('takes too long', () => new Promise(resolve => setTimeout(resolve, 2001)));

it('waits', async () => {
  let done = false;
  setTimeout(() => (done = true), 120);
  await vi.waitUntil(() => done);
  await vi.waitFor(() => expect(done).toBe(true));
});

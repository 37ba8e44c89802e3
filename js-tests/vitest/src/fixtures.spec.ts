import data, { name } from './data.json';

const extended = it.extend({ value: 1, double: async ({ value }, use) => use(value * 2) });
const built = extended.extend('text', ({ double }) => `double: ${double}`).extend('port', 80);

let closed = [];
const cleaned = it.extend('log', { auto: false }, ({}, { onCleanup }) => {
  const log = ['made'];
  onCleanup(() => {
    closed = [...log, 'closed'];
  });
  return log;
});

built('fixtures can be built one by one', ({ value, text, port }) => {
  expect([value, text, port]).toEqual([1, 'double: 2', 80]);
});

describe('a suite with values of its own', () => {
  built.override({ value: 3 });
  built.override('port', 81);

  built('are those of the suite', ({ text, port }) => expect([text, port]).toEqual(['double: 6', 81]));

  describe('an inner suite', () => {
    built.override({ value: 4 });
    built('are those of the inner suite', ({ text, port }) => expect([text, port]).toEqual(['double: 8', 81]));
  });
});

cleaned('a fixture that cleans up', ({ log }) => {
  log.push('used');
});

it('has been cleaned up', () => expect(closed).toEqual(['made', 'used', 'closed']));

it('dates pass with timers that are advanced', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: 0 });
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(Date.now()).toBe(50);
  vi.useRealTimers();
});

it('exports the members of JSON', async () => {
  expect([name, (await import('./data.json')).name]).toEqual([data.name, 'data']);
});

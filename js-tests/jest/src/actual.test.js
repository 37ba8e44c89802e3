import { name, shout } from './whole';
import { wait } from './automatic_whole';

jest.mock('./whole', () => ({ ...jest.requireActual('./whole'), shout: jest.fn(() => 'mocked') }));
jest.mock('./automatic_whole');

test('a part of an ES module is replaced', () => {
  expect([name, shout('a')]).toEqual(['whole', 'mocked']);
  expect(jest.requireActual('./whole').shout('a')).toBe('A');
  expect(jest.requireMock('./whole').shout('a')).toBe('mocked');
});

test('a mock without a factory can be required', () => {
  const required = require('./automatic_whole');
  required.wait.mockReturnValue(7);
  expect([wait(), required.wait()]).toEqual([7, 7]);
});

test('tests are not nested', () => {
  const refused = [() => test('inner', () => {}), () => describe('inner', () => {}), () => beforeEach(() => {})];
  const failures = refused.map(declare => {
    try {
      declare();
    } catch (error) {
      return error.message.includes("while the test 'tests are not nested' runs");
    }
  });
  expect(failures).toEqual([true, true, true]);
});

test('real timers replace what has replaced the fake ones', async () => {
  jest.useFakeTimers();
  const { setTimeout: fake } = globalThis;
  globalThis.setTimeout = (...args) => fake(...args);
  jest.useRealTimers();
  await new Promise(resolve => setTimeout(resolve, 5));
  expect(globalThis.setTimeout === fake).toBe(false);
});

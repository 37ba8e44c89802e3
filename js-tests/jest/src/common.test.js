const { shout } = require('~/shout');
const { help } = require('helper');

const mockName = jest.fn(() => 'mocked');
jest.mock('~/name', () => ({ name: (...args) => mockName(...args) }));
jest.mock('helper');

describe('CommonJS', () => {
  afterEach(() => jest.useRealTimers());

  test('replaces modules', () => {
    expect(shout()).toBe('MOCKED!');
    expect(mockName).toHaveBeenCalledTimes(1);
    expect(help()).toBe(undefined);
    expect(jest.requireActual('helper').help()).toBe('real help');
  });

  test('clears mocks before each test', () => expect(mockName).toHaveBeenCalledTimes(0));

  test.each([[1, 2], [2, 4]])('twice %i is %i', (a, b) => expect(2 * a).toBe(b));

  test.each`
    a    | b
    ${3} | ${6}
  `('twice $a is $b', ({ a, b }) => expect(2 * a).toBe(b));

  test('takes a callback', done => {
    setTimeout(() => done(), 10);
  });

  test('counts assertions', () => {
    expect.assertions(2);
    expect(1).toBe(1);
  });

  test.failing('must fail', () => expect(1).toBe(2));

  test.failing('must not return a number', () => 1);

  describe('hooks', () => {
    const functions = [];
    const returned = () => functions.push('called');
    beforeAll(() => returned);
    beforeEach(() => returned);
    test('may return anything', () => {});
    test('return nothing that is called', () => expect(functions).toEqual([]));
  });

  xit('is skipped', () => {});
  it.todo('is to do');

  test('has fake timers at once', () => {
    jest.useFakeTimers();
    const called = jest.fn();
    setTimeout(called, 100);
    jest.advanceTimersByTime(99);
    expect(called).toHaveBeenCalledTimes(0);
    jest.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });

  test('has fake timers', async () => {
    jest.useFakeTimers();
    const called = jest.fn();
    setTimeout(called, 1000);
    jest.advanceTimersByTime(999);
    expect(called).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(called).toHaveBeenCalledTimes(1);
  });

  test('resets modules', () => {
    jest.dontMock('~/name');
    jest.resetModules();
    expect(require('~/shout').shout()).toBe('REAL!');
  });
});

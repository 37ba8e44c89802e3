// `expect` of Vitest, made of the installed packages @vitest/expect and chai.

import * as matchers from '@vitest/expect';
import * as chai from 'chai';
import { afterFunctions, beforeTests, currentTest, namesOf, settings } from './declare';
import runner from 'posttask:runner';
import { pause } from './timers';

for (const plugin of ['JestExtend', 'JestChaiExpect', 'ChaiStyleAssertions', 'JestAsymmetricMatchers']) {
  if (matchers[plugin]) chai.use(matchers[plugin]);
}

const { getState, setState } = matchers;

/** Returns an `expect` for a test, or for the one that runs. */
export function createExpect(test) {
  const expect = (value, message) => {
    setState({ assertionCalls: getState(expect).assertionCalls + 1 }, expect);
    const assertion = chai.expect(value, message);
    const task = test ?? currentTest();
    return task ? assertion.withTest(task) : assertion;
  };
  Object.assign(expect, chai.expect, globalThis[matchers.ASYMMETRIC_MATCHERS_OBJECT]);
  Object.assign(expect, {
    getState: () => getState(expect),
    setState: state => setState(state, expect),
    assert: chai.assert,
    extend: added => chai.expect.extend(expect, added),
    addEqualityTesters: testers => matchers.addCustomEqualityTesters(testers),
    soft: (...args) => expect(...args).withContext({ soft: true }),
    poll: (fn, options) => poll(expect, fn, options),
    unreachable: message => chai.assert.fail(`expected${message ? ` "${message}" ` : ' '}not to be reached`),
    assertions: expected => setState({ expectedAssertionsNumber: expected }, expect),
    hasAssertions: () => setState({ isExpectingAssertions: true }, expect),
  });
  setState(freshState(test), expect);
  if (matchers.customMatchers) expect.extend(matchers.customMatchers);
  return expect;
}

function freshState(task) {
  return {
    assertionCalls: 0,
    isExpectingAssertions: false,
    expectedAssertionsNumber: null,
    expectedAssertionsNumberErrorGen: null,
    environment: settings.environment ?? 'node',
    testPath: runner.file(),
    currentTestName: task ? namesOf(task).join(' > ') : '',
  };
}

/** `expect.poll`: the words of the assertion, which is tried until it holds. */
function poll(expect, fn, { interval = 50, timeout = 1000, message } = {}) {
  const link = words =>
    new Proxy(() => {}, {
      get: (_, word) => (word === 'then' ? undefined : link([...words, word])),
      apply: (_, __, args) => {
        const wait = attempt(words, args);
        const task = currentTest();
        if (task) (task.promises ??= []).push(wait);
        return wait;
      },
    });
  const attempt = async (words, args) => {
    const end = performance.now() + timeout;
    for (;;) {
      let failure;
      try {
        const value = await fn();
        let assertion = expect(value, message);
        for (const word of words.slice(0, -1)) assertion = assertion[word];
        return await assertion[words.at(-1)](...args);
      } catch (error) {
        failure = error;
      }
      if (performance.now() >= end) throw failure;
      await pause(interval);
    }
  };
  return link([]);
}

export const expect = createExpect();

Object.defineProperty(globalThis, matchers.GLOBAL_EXPECT, { value: expect, writable: true, configurable: true });

beforeTests(task => {
  setState(freshState(task), expect);
  task.expect = undefined;
  Object.defineProperty(task.context, 'expect', {
    configurable: true,
    enumerable: true,
    get: () => (task.expect ??= createExpect(task)),
  });
});

/** Waits for assertions that were not awaited, then counts assertions and reports soft failures. */
afterFunctions(async task => {
  if (task.promises) {
    const results = await Promise.allSettled(task.promises);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
  }
  for (const used of [expect, task.expect].filter(Boolean)) checkCount(getState(used));
  const [first, ...others] = task.result.errors.splice(0).map(softFailure);
  others.forEach(error => runner.fail(error));
  if (first) throw first;
});

function checkCount({ assertionCalls, expectedAssertionsNumber, isExpectingAssertions }) {
  const wants = count => `${count} assertion${count === 1 ? '' : 's'}`;
  if (expectedAssertionsNumber !== null && assertionCalls !== expectedAssertionsNumber) {
    throw new Error(`expected number of assertions to be ${expectedAssertionsNumber}, but got ${assertionCalls}`);
  }
  if (isExpectingAssertions && assertionCalls === 0)
    throw new Error(`expected any number of assertions, but got ${wants(0)}`);
}

/** Vitest keeps soft failures as plain objects. */
function softFailure(error) {
  if (error instanceof Error) return error;
  const { name, message, stack } = error;
  return Object.assign(new Error(message), { ...error, name, stack });
}

export { chai, matchers };

// The module `uvu`, of which the runner is posttask's. Its assertions are those of the package: `uvu/assert`.

import runner from 'posttask:runner';
import { createDescribe, createHook, createTest } from './declare';

const KINDS = { before: 'before', bEach: 'beforeEach', aEach: 'afterEach', after: 'after' };

const declareTest = createTest({ call: fn => fn(), words: ['only'] });
const describe = createDescribe({ words: [] });

const addHook = Object.fromEntries(
  Object.values(KINDS).map(kind => [
    kind,
    createHook(kind, { isStacked: false, timeout: () => undefined, call: fn => fn() }),
  ]),
);

/** What a suite has until it runs. */
const newList = () => ({ tests: [], skipped: [], before: [], bEach: [], aEach: [], after: [] });

/** Returns a function that adds tests to a suite, which run after a call of its method `run`. */
function setup(state, name = '') {
  Object.assign(state, { __test__: '', __suite__: name });
  let list = newList();
  const add = isOnly => (title, handler) => void list.tests.push({ title, handler, isOnly });
  const hook = kind => handler => void list[kind].push(handler);
  const test = add(false);
  test.only = add(true);
  test.skip = title => void list.skipped.push(title);
  test.before = Object.assign(hook('before'), { each: hook('bEach') });
  test.after = Object.assign(hook('after'), { each: hook('aEach') });
  test.run = () => {
    const { tests, skipped, ...hooks } = list;
    list = newList();
    const steps = () => declare(tests, skipped, hooks, state);
    // A hook concerns the tests of its suite only.
    const hasHooks = Object.values(hooks).some(({ length }) => length > 0);
    name || hasHooks ? describe(name || 'tests', steps) : steps();
  };
  return test;
}

function declare(tests, skipped, hooks, state) {
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const handler of hooks[name]) addHook[kind](() => handler(state));
  }
  for (const { title, handler, isOnly } of tests) {
    const steps = () => {
      state.__test__ = title;
      return handler(state);
    };
    const declare = isOnly ? declareTest.only : declareTest;
    declare(title ?? '<anonymous>', { timeout: Number.POSITIVE_INFINITY }, steps);
  }
  for (const title of skipped) runner.declare('test', String(title ?? '<anonymous>'), { skip: true }, undefined);
}

export const suite = (name = '', state = {}) => setup(state, name);
export const test = suite();

export function exec() {
  throw new Error('exec() of uvu runs tests, which posttask does itself');
}

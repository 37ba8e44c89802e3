// The module `vitest`.

import runner from 'posttask:runner';
import { chain } from './chains';
import {
  WORDS,
  beforeTests,
  createDescribe,
  createHook,
  createTest,
  currentTask,
  onTestFailed,
  onTestFinished,
  refuseNested,
  settings,
} from './declare';
import { extended, extendedBy } from './fixtures';
import { showValuesWith } from './titles';
import { vi } from './vi';
import { chai, createExpect, expect, matchers } from './vitest_expect';
import { addSnapshots } from './snapshots';

runner.deferSuites();
runner.provideEnv();
if (globalThis.process) {
  globalThis.process.env.VITEST ??= 'true';
  // Under Vitest, errors are handled if the program listens to them.
  for (const type of ['uncaughtException', 'unhandledRejection']) globalThis.process.removeAllListeners(type);
}
settings.timeout ??= 5_000;
settings.hookTimeout ??= 10_000;

showValuesWith(chai.util.objDisplay);
addSnapshots({ chai, matchers, expect });

// The functions of `each` have no context: a row may be shorter than their parameters.
const call = (fn, task, context, args, isSpread) => (isSpread ? fn(...args) : fn(...args, context));

/** Returns what adds fixtures: an object with all, or a name, options if there are some, and a value. */
function added([first, ...rest]) {
  if (typeof first !== 'string') return fixtures => extended(fixtures, first);
  const value = rest.at(-1);
  const options = rest.length > 1 ? rest[0] : {};
  return fixtures => extendedBy(fixtures, first, options, value);
}

/** Changes fixtures for the tests of the suite that is declared. */
function override(given) {
  (currentTask().overrides ??= []).push(added(given));
}

const more = state => ({
  extend: (...given) => createTest({ ...state, fixtures: added(given)(state.fixtures) }),
  override: (...given) => override(given),
  scoped: (...given) => override(given),
  beforeEach,
  afterEach,
  beforeAll,
  afterAll,
});

const stacked = settings.hooks === undefined || settings.hooks === 'stack';
const hook = kind =>
  createHook(kind, {
    isStacked: stacked,
    timeout: () => settings.hookTimeout,
    cleansUp: true,
    call: (fn, task, context) => (kind.endsWith('Each') ? fn(context, task.suite) : fn(task)),
  });

const beforeAll = hook('before');
const beforeEach = hook('beforeEach');
const afterEach = hook('afterEach');
const afterAll = hook('after');

refuseNested(['test', 'suite']);

const test = createTest({ call, more });
// A random order is not that of the file: `shuffle` has no effect.
const describe = createDescribe({ given: [test], words: [...WORDS, 'shuffle'] });

/** Every property and call of it is the same: types are checked by TypeScript. */
const anything = new Proxy(() => {}, { get: () => anything, apply: () => anything });

export const expectTypeOf = () => anything;
export const assertType = () => {};
export const bench = chain(
  ['skip', 'only', 'todo'],
  () => {},
  () => ({}),
);
export const inject = key => settings.provide?.[key];
export const { assert } = chai;
export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  chai,
  createExpect,
  describe,
  describe as suite,
  expect,
  onTestFailed,
  onTestFinished,
  test,
  test as it,
  vi,
  vi as vitest,
};

beforeTests(() => {
  if (settings.restoreMocks) vi.restoreAllMocks();
  else if (settings.mockReset) vi.resetAllMocks();
  else if (settings.clearMocks) vi.clearAllMocks();
  if (settings.unstubGlobals) vi.unstubAllGlobals();
  if (settings.unstubEnvs) vi.unstubAllEnvs();
});

// The module `@jest/globals`: matchers and mocks are those of the installed packages expect and jest-mock.

import runner from 'posttask:runner';
import * as expectPackage from 'expect';
import * as mockPackage from 'jest-mock';
import {
  afterFunctions,
  beforeTests,
  callWithDone,
  createDescribe,
  createHook,
  createTest,
  namesOf,
  refuseNested,
  settings,
} from './declare';
import { addSnapshots } from './jest_snapshots';
import { actualAtOnce, importActual, importMock, mock, mockAtOnce, unmock } from './module_mocks';
import { isAbsolute } from './paths';
import { spiedObject } from './spied_modules';
import * as timers from './timers';

// Compilers for Jest make ordinary objects of the exports of modules.
globalThis.__posttask.helpers.exportsAreWritable = true;

// In the environments of Jest, the names of the window are accessors, on which tests can spy.
for (const name of ['window', 'self', 'top', 'parent', 'frames']) {
  if (globalThis.document === undefined || globalThis[name] !== globalThis) continue;
  const get = () => globalThis;
  Object.defineProperty(globalThis, name, { get, set: undefined, enumerable: true, configurable: true });
}

settings.timeout ??= 5_000;
if (globalThis.process) globalThis.process.env.JEST_WORKER_ID ??= '1';

/** What a package exports by name. Old versions are all of it: a function in `expect`, a mocker in `jest-mock`. */
const named = (exports, name) => exports[name] ?? exports.default?.[name] ?? exports.default;

const Mocker = named(mockPackage, 'ModuleMocker');
const mocker = typeof Mocker === 'function' ? new Mocker(globalThis) : Mocker;

export const expect = named(expectPackage, 'expect');
addSnapshots(expect);

const call = (fn, task, context, args = []) => {
  const result = callWithDone(fn, undefined, args);
  if (result === undefined || typeof result?.then === 'function' || typeof result?.next === 'function') return result;
  throw new Error(`a test must return a promise or undefined: this one returned a value of type ${typeof result}`);
};

export const test = createTest({ call, words: ['skip', 'only', 'todo', 'concurrent', 'failing'] });
export const it = test;
export const xit = test.skip;
export const xtest = test.skip;
export const fit = test.only;
refuseNested(['test', 'suite', 'hook']);

function checkSuite(result) {
  if (typeof result?.then !== 'function') return result;
  throw new Error('the function of describe returned a promise: tests must be declared before it returns');
}

export const describe = createDescribe({ words: ['skip', 'only'], check: checkSuite });
export const xdescribe = describe.skip;
export const fdescribe = describe.only;

const hook = kind =>
  createHook(kind, {
    isStacked: false,
    timeout: () => settings.timeout,
    call: fn => callWithDone(fn, undefined, []),
  });
export const beforeAll = hook('before');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('after');

/** A mock of an object of the program, as Jest makes it. */
const automocked = exports => mocker.generateFromMetadata(mocker.getMetadata(exports));

/** As Babel does it: the default export of what is not an ES module is all of it. */
const interoperable = exports =>
  exports?.__esModule || exports?.[Symbol.toStringTag] === 'Module' || 'default' in Object(exports)
    ? exports
    : Object.assign(Object.create(null), exports, { default: exports });

const options = (importer = runner.caller().file) => ({
  importer,
  root: settings.root,
  automock: automocked,
  asImported: interoperable,
  isAtOnce: true,
});

const chained =
  steps =>
  (...args) => {
    steps(...args);
    return jest;
  };

function find(specifier, importer) {
  try {
    runner.realPath(specifier, importer);
  } catch (error) {
    throw Object.assign(error, { code: 'MODULE_NOT_FOUND' });
  }
}

/** Only a mock that is virtual may stand for a module that does not exist. */
const replaceModule = chained((specifier, factory, { virtual } = {}) => {
  mock(specifier, factory, { ...options(), find: virtual ? undefined : find });
});

const isOfNode = name => {
  try {
    return !isAbsolute(runner.realPath(name, runner.file()));
  } catch {
    return false;
  }
};

const exportsOf = file => {
  const found = runner.actualCommonJs(file);
  return found ? found.exports : runner.importAtOnce(file);
};

/** Packages that the project replaces in all files. Node's own modules are only replaced by a call. */
for (const [name, file] of settings.packageMocks ?? []) {
  if (!isOfNode(name)) mock(name, () => exportsOf(file), options(runner.file()));
}

const mockFrom = specifier => automocked(actualOf(specifier, runner.caller().file));

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: (object, name, access) => mocker.spyOn(spiedObject(object, name), name, access),
  replaceProperty: (object, name, value) => mocker.replaceProperty(spiedObject(object, name), name, value),
  mocked: value => value,
  isMockFunction: mocker.isMockFunction.bind(mocker),
  clearAllMocks: chained(() => mocker.clearAllMocks()),
  resetAllMocks: chained(() => mocker.resetAllMocks()),
  restoreAllMocks: chained(() => mocker.restoreAllMocks()),
  ...Object.fromEntries(['genMockFn', 'genMockFunction'].map(name => [name, mocker.fn.bind(mocker)])),
  createMockFromModule: mockFrom,
  genMockFromModule: mockFrom,
  mock: replaceModule,
  doMock: replaceModule,
  setMock: chained((specifier, exports) => mock(specifier, () => exports, options())),
  unstable_mockModule: replaceModule,
  unmock: chained(specifier => unmock(specifier)),
  dontMock: chained(specifier => unmock(specifier)),
  deepUnmock: chained(specifier => unmock(specifier)),
  requireActual: specifier => actualOf(specifier, runner.caller().file),
  requireMock: specifier => mockOf(specifier, runner.caller().file),
  resetModules: chained(() => runner.resetModules()),
  isolateModules: chained(steps => {
    runner.resetModules();
    steps();
    runner.resetModules();
  }),
  isolateModulesAsync: async steps => {
    runner.resetModules();
    await steps();
    runner.resetModules();
  },
  setTimeout: chained(limit => (settings.timeout = limit)),
  retryTimes: chained(count => (settings.retry = count)),
  getSeed: () => 0,
  now: () => timers.getMockedSystemTime()?.valueOf() ?? Date.now(),
  useFakeTimers: chained(config => timers.useFakeTimers(fakeTimersOf({ ...settings.fakeTimers, ...config }))),
  useRealTimers: chained(timers.useRealTimers),
  setSystemTime: chained(timers.setSystemTime),
  getRealSystemTime: timers.getRealSystemTime,
  getTimerCount: timers.getTimerCount,
  clearAllTimers: chained(timers.clearAllTimers),
  runAllTicks: chained(() => {}),
  runAllImmediates: chained(() => timers.atOnce.advanceTimersByTime(0)),
};

for (const [name, steps] of [...Object.entries(timers.atOnce), ...Object.entries(timers.inTheLoop)])
  jest[name] = steps;

/** The most timers that fire while a test waits for all of them. */
const MOST_TIMERS = 100_000;

function fakeTimersOf({ doNotFake = [], advanceTimers, timerLimit, now, legacyFakeTimers }) {
  if (legacyFakeTimers) throw new Error('legacy fake timers are not available: leave out legacyFakeTimers');
  const loopLimit = timerLimit ?? MOST_TIMERS;
  return { now, toNotFake: doNotFake, shouldAdvanceTime: Boolean(advanceTimers), loopLimit };
}

const actualOf = (specifier, importer) => actualAtOnce(runner.realPath(specifier, importer));

function mockOf(specifier, importer) {
  const mocked = mockAtOnce(specifier, importer);
  return mocked ? mocked.exports : automocked(actualOf(specifier, importer));
}

jest.importActual = specifier => importActual(specifier, runner.caller().file);
jest.importMock = specifier => importMock(specifier, options());

beforeTests(task => {
  if (settings.restoreMocks) mocker.restoreAllMocks();
  if (settings.resetMocks) mocker.resetAllMocks();
  if (settings.clearMocks) mocker.clearAllMocks();
  expect.setState({
    assertionCalls: 0,
    expectedAssertionsNumber: null,
    isExpectingAssertions: false,
    suppressedErrors: [],
    testFailing: Boolean(task.fails),
    currentTestName: namesOf(task).join(' '),
    testPath: runner.file(),
  });
});

afterFunctions(() => {
  const [failed] = expect.extractExpectedAssertionsErrors?.() ?? [];
  if (failed) throw failed.error;
  const [first, ...others] = expect.getState().suppressedErrors ?? [];
  others.forEach(error => runner.fail(error));
  if (first) throw first;
});

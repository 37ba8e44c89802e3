// The module `mocha`, and the globals of Mocha.

import runner from 'posttask:runner';
import { chain } from './chains';
import { Skipped, callWithDone, createDescribe, createTest, currentTask, settings } from './declare';
import { Hook, Suite, Test } from './mocha_objects';

settings.timeout ??= 2_000;

const root = new Suite('', undefined, undefined);

/** The suites and tests of tasks. */
const suites = new Map();
const tests = new Map();

const suiteOf = task => suites.get(task) ?? root;

/** The suite whose function runs. */
const currentSuite = () => suiteOf(currentTask());

const OVERSPECIFIED = 'Resolution method is overspecified. Specify a callback *or* return a Promise; not both.';

/** Calls a function that may take a callback or return a promise, but not both. */
function call(fn, self) {
  if (fn.length === 0) return fn.call(self);
  const steps = function (done) {
    let result;
    // What was called before the function returned counts, even if that is a promise.
    const excess = () => (typeof result?.then === 'function' ? new Error(OVERSPECIFIED) : undefined);
    result = fn.call(this, error => done(error || excess()));
  };
  return callWithDone(steps, self, []);
}

function runTest(_, task) {
  const test = tests.get(task);
  if (test.isPending()) return runner.skip();
  return test.start(task.number, call);
}

const plainIt = createTest({ call: runTest, words: ['skip', 'only'], result: task => task });

/** Declares a test, as one that is to do if it has no function. */
const it = chain(
  ['skip', 'only'],
  (read, title, fn) => {
    const suite = currentSuite();
    const [name, steps] = typeof title === 'function' ? [title.name, title] : [title, fn];
    const declare = read.skip ? plainIt.skip : read.only ? plainIt.only : plainIt;
    const options = { timeout: suite.timeout() || Number.POSITIVE_INFINITY, retry: suite.retries() };
    const task = declare(name, options, steps);
    const test = new Test(name, steps, suite, task);
    tests.set(task, test);
    return test;
  },
  () => ({}),
);

const plainDescribe = createDescribe({ words: ['skip', 'only'], result: task => task });

const describe = chain(
  ['skip', 'only'],
  (read, title, fn) => {
    const parent = currentSuite();
    const declare = read.skip ? plainDescribe.skip : read.only ? plainDescribe.only : plainDescribe;
    let suite;
    const steps = () => {
      suite = new Suite(title, parent, currentTask());
      suite.pending = Boolean(read.skip);
      suites.set(currentTask(), suite);
      return fn.call(suite, suite);
    };
    declare(title, fn && steps);
    return suite ?? new Suite(title, parent, undefined);
  },
  () => ({}),
);

const TITLES = { before: 'before all', beforeEach: 'before each', afterEach: 'after each', after: 'after all' };

/** A hook may have a title. */
const hook = kind => (first, second) => {
  const [title, fn] = typeof first === 'function' ? [first.name, first] : [first, second];
  const suite = currentSuite();
  const hook = new Hook(`"${TITLES[kind]}" hook${title ? `: ${title}` : ''}`, fn, suite, kind.endsWith('Each'));
  const steps = async () => {
    const task = currentTask();
    const test = tests.get(task);
    const isSkipped = kind === 'beforeEach' ? test.isPending() : (test?.parent ?? suite).isPending();
    // The hooks after a suite whose own hook has skipped its tests run.
    const isLast = kind === 'after' && !suite.parent?.isPending();
    if (isSkipped && !isLast) return;
    if (kind === 'beforeEach') test.begin();
    suite.ctx.currentTest = testFor(kind, suite, task);
    try {
      await hook.start(runner.current(), call);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
    } finally {
      delete suite.ctx.currentTest;
    }
  };
  runner.hook(kind, steps, suite.timeout() || Number.POSITIVE_INFINITY);
};

/** The test that a hook sees as the current one. */
function testFor(kind, suite, task) {
  if (kind === 'before') return suite.tests[0];
  if (kind === 'afterEach') tests.get(task).hasEnded = true;
  if (kind === 'after') suite.eachTest(test => (test.hasEnded = true));
  return kind === 'after' ? suite.tests.at(-1) : tests.get(task);
}

const before = hook('before');
const after = hook('after');
const beforeEach = hook('beforeEach');
const afterEach = hook('afterEach');

/** Loads a module that a configuration requires, which may have root hooks. */
export async function load(path) {
  const exports = await import(path);
  const given = exports.mochaHooks ?? exports.default?.mochaHooks;
  const hooks = typeof given === 'function' ? await given() : given;
  const kinds = { beforeAll: before, beforeEach, afterEach, afterAll: after };
  for (const [name, add] of Object.entries(kinds)) [hooks?.[name] ?? []].flat().forEach(fn => add(fn));
}

export const globals = {
  describe,
  context: describe,
  suite: describe,
  xdescribe: describe.skip,
  xcontext: describe.skip,
  it,
  specify: it,
  test: it,
  xit: it.skip,
  xspecify: it.skip,
  before,
  after,
  beforeEach,
  afterEach,
  setup: beforeEach,
  teardown: afterEach,
  suiteSetup: before,
  suiteTeardown: after,
};

const { context, suite, xdescribe, xcontext, specify, test, xit, xspecify } = globals;
const { setup, teardown, suiteSetup, suiteTeardown } = globals;
export { after, afterEach, before, beforeEach, context, describe, it, setup, specify, suite, suiteSetup };
export { suiteTeardown, teardown, test, xcontext, xdescribe, xit, xspecify };
export default globals;

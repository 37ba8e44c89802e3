// The globals of Mocha.

import { callWithDone, createDescribe, createHook, createTest, currentTask, settings } from './declare';
import { chain } from './chains';
import runner from 'posttask:runner';

settings.timeout ??= 2_000;

/** `this` of tests, hooks and suites. */
const selfOf = task => {
  const self = Object.create(task.suite ? (task.suite.self ?? null) : null);
  return Object.assign(self, {
    test: { title: task.name, fullTitle: () => runner.names(task.number ?? 0).join(' ') },
    currentTest: { title: task.name, fullTitle: () => runner.names(task.number ?? 0).join(' ') },
    timeout: limit => {
      if (task.type === 'suite') task.options = { ...task.options, timeout: limit || Number.POSITIVE_INFINITY };
      return self;
    },
    slow: () => self,
    retries: count => {
      if (task.type === 'suite') task.options = { ...task.options, retry: count };
      return self;
    },
    skip: () => task.context.skip(),
  });
};

const call = (fn, task) => callWithDone(fn, (task.self ??= selfOf(task)), []);

const it = createTest({ call, words: ['skip', 'only'] });
const plainDescribe = createDescribe({ words: ['skip', 'only'] });
const inSuite = fn =>
  function () {
    const task = currentTask();
    task.self ??= selfOf(task);
    return fn.call(task.self);
  };
const describe = chain(
  ['skip', 'only'],
  (read, name, fn) => {
    const declare = read.skip ? plainDescribe.skip : read.only ? plainDescribe.only : plainDescribe;
    declare(name, fn && inSuite(fn));
    return { timeout: () => {} };
  },
  () => ({}),
);

const hook = kind => {
  const add = createHook(kind, { isStacked: false, call, timeout: () => settings.timeout });
  // A hook may have a name.
  return (first, second) => add(typeof first === 'string' ? second : first);
};

const before = hook('before');
const after = hook('after');
const beforeEach = hook('beforeEach');
const afterEach = hook('afterEach');

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

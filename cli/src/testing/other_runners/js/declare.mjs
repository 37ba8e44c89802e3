// Declares tests, suites and hooks, and knows the test that runs.

import runner from 'posttask:runner';
import { chain } from './chains';
import { overridden, provide } from './fixtures';
import { rowsOf, titleOf } from './titles';

export const settings = JSON.parse(runner.settings || '{}');

const filepath = runner.file();

const file = { type: 'suite', name: filepath, filepath, mode: 'run', meta: {}, tasks: [] };
file.file = file;

/** By the number of the node. */
const tasks = new Map([[0, file]]);

/** The test or suite whose code runs. */
export const currentTask = () => tasks.get(runner.current()) ?? file;

/** The test that runs, if one does. */
export const currentTest = () => (currentTask().type === 'test' ? currentTask() : undefined);

/** The tests that have been declared. */
export const allTests = () => [...tasks.values()].filter(({ type }) => type === 'test');

/** The names of a task and its suites. */
export const namesOf = task => (task === file ? [] : [...namesOf(task.suite ?? file), task.name]);

/** What a runner adds: `prepare(task)` before a test, and `check(task)` after its function. */
const additions = { prepare: [], check: [] };

export const beforeTests = step => additions.prepare.push(step);
export const afterFunctions = step => additions.check.push(step);

/** What cannot be declared while a test runs. */
const notNested = new Set();

/** Refuses some of tests, suites and hooks while a test runs. */
export const refuseNested = kinds => kinds.forEach(kind => notNested.add(kind));

function checkNesting(kind, what) {
  const outer = currentTest();
  if (!notNested.has(kind) || !outer) return;
  throw new Error(`${what} cannot be declared while the test '${outer.name}' runs: put it in a describe block`);
}

/** Thrown by `context.skip()`. */
export class Skipped extends Error {}

/** Calls a function that may take a callback instead of returning a promise. */
export function callWithDone(fn, self, args) {
  if (fn.length <= args.length) return fn.apply(self, args);
  return new Promise((resolve, reject) => {
    let calls = 0;
    let isOver = false;
    const call = error => {
      calls++;
      if (isOver) return reportError(calledAgain(error));
      // What else the task does may call it again.
      if (calls > 1) return reject(calledAgain(error));
      if (error) return reject(error);
      Promise.resolve().then(() => {
        isOver = true;
        resolve();
      });
    };
    const done = error => call(error && asError(error));
    done.fail = error => call(asError(error ?? 'done.fail() was called'));
    const result = fn.apply(self, [...args, done]);
    if (typeof result?.then !== 'function') return;
    // Its rejection is not the reason.
    result.then(undefined, () => {});
    reject(new Error('a function with the parameter `done` must not return a promise: use one of them'));
  });
}

const asError = error => (error instanceof Error ? error : new Error(String(error)));

function calledAgain(error) {
  const addition = error ? `; in addition, done() received error: ${error}` : '';
  return new Error(`done() called multiple times${addition}`);
}

function contextOf(task, native) {
  const skip = (condition, note) => {
    if (condition === false) return;
    runner.skip(typeof condition === 'string' ? condition : note);
    throw new Skipped();
  };
  return {
    task,
    skip,
    get signal() {
      return native.signal;
    },
    onTestFinished: fn => onTestFinished(fn),
    onTestFailed: fn => onTestFailed(fn),
    annotate: async message => native.diagnostic(String(message)),
    clock: native.clock,
    explore: native.explore,
  };
}

/** Runs the function of a test. */
async function run(task, call, native) {
  Object.assign(task, { result: { state: 'run', errors: [] }, promises: undefined, onFinished: [], onFailed: [] });
  runner.hook('after', () => finish(task), undefined, false, task.number);
  task.context ??= contextOf(task, native);
  for (const step of additions.prepare) await step(task);
  try {
    await call(task.context);
    for (const step of additions.check) await step(task);
  } catch (error) {
    if (error instanceof Skipped) return;
    task.result.state = 'fail';
    task.result.errors.push(error);
    throw error;
  }
}

async function finish(task) {
  if (runner.hasFailed(task.number)) task.result.state = 'fail';
  if (task.result.state !== 'fail') task.result.state = 'pass';
  const failed = task.result.state === 'fail' ? task.onFailed : [];
  for (const fn of [...task.onFinished].reverse()) await fn(task.context);
  for (const fn of failed) await fn(task.context);
}

export function onTestFinished(fn) {
  currentTest()?.onFinished.push(fn) ?? refuse('onTestFinished');
}

export function onTestFailed(fn) {
  currentTest()?.onFailed.push(fn) ?? refuse('onTestFailed');
}

function refuse(name) {
  throw new Error(`${name} can only be called while a test runs`);
}

/** Returns the name of a test or suite, which may be a function. */
function nameOf(name) {
  return (typeof name === 'function' ? name.name || '<anonymous>' : String(name)) || '<anonymous>';
}

/** Returns the function of a test or suite. A function with a name may be all that is given; a class is only a name. */
function functionOf(name, first, second) {
  const fn = typeof first === 'function' ? first : second;
  const isAll = fn === undefined && first === undefined && typeof name === 'function';
  return isAll && !/^class\b/.test(Function.prototype.toString.call(name)) ? name : fn;
}

/** The options that are given as an object, or as a number of milliseconds. */
function optionsOf(first, second) {
  const given = typeof first === 'function' || first === undefined ? second : first;
  return typeof given === 'number' ? { timeout: given } : { ...given };
}

function addTask(type, name, read, options, build) {
  checkNesting(type, `the ${type} '${name}'`);
  const suite = currentTask();
  const isTodo = read.todo || options.todo || (type === 'test' && !build);
  const all = {
    skip: options.skip || read.skip,
    todo: isTodo,
    only: options.only || read.only,
    fails: options.fails || read.fails || read.failing,
    concurrent: read.sequential || options.sequential ? false : read.concurrent || options.concurrent || undefined,
    retry: typeof options.retry === 'object' ? options.retry?.count : options.retry,
    repeats: options.repeats,
    leftovers: settings.knowsLeftovers ? undefined : 'ignore',
    explore: options.explore,
  };
  for (const inherited of ['timeout', 'retry', 'repeats']) {
    all[inherited] ??=
      options[inherited] ?? suite.options?.[inherited] ?? (type === 'test' ? settings[inherited] : undefined);
  }
  if (type === 'suite') all.leftovers = undefined;
  const task = {
    type,
    name,
    mode: all.skip ? 'skip' : isTodo ? 'todo' : 'run',
    meta: options.meta ?? {},
    suite,
    file,
    fails: all.fails,
  };
  task.options = { timeout: all.timeout, retry: all.retry, repeats: all.repeats };
  // Only tests have a limit: that of a suite is the one of its tests.
  if (type === 'suite') Object.assign(all, { timeout: undefined, retry: undefined, repeats: undefined });
  const native = type === 'test' && build ? context => run(task, it => build(task, it), context) : undefined;
  const declared =
    native ?? (type === 'suite' && build ? () => (tasks.set(runner.current(), task), build(task)) : undefined);
  task.number = runner.declare(type, name, all, isTodo && type === 'test' ? undefined : declared);
  tasks.set(task.number, task);
  return task;
}

export const WORDS = ['concurrent', 'sequential', 'skip', 'only', 'todo', 'fails'];

/**
 * Returns `test`. `call(fn, task, context, args, isSpread)` calls a function of the program, whose arguments are all
 * those of a row if they are spread; `fixtures` are those of `test.extend`; `words` are those of the runner;
 * `result(task)` is what the call of `test` returns.
 */
export function createTest({
  call,
  words = WORDS,
  fixtures = new Map(),
  more = () => ({}),
  read: start = {},
  result = () => undefined,
}) {
  const declare = (read, name, first, second, args = [], isSpread = false) => {
    const fn = functionOf(name, first, second);
    const build = async (task, context) => {
      const own = overridden(fixtures, task);
      const ends = own.size
        ? await provide(own, fn, context, end => runner.hook('after', end, undefined, true, 0))
        : [];
      try {
        return await call(fn, task, context, args, isSpread);
      } finally {
        for (const end of ends.reverse()) await end();
      }
    };
    const options = optionsOf(first, second);
    return result(addTask('test', nameOf(name), read, options, typeof fn === 'function' ? build : undefined));
  };
  return chain(
    words,
    declare,
    read => ({
      ...tables(read, declare),
      skipIf: condition =>
        createTest({ call, words, fixtures, more, read: { ...read, skip: read.skip || !!condition } }),
      runIf: condition =>
        createTest({ call, words, fixtures, more, read: { ...read, skip: read.skip || !condition } }),
      ...more({ call, words, fixtures, more, read }),
    }),
    start,
  );
}

/**
 * Returns `describe`. Functions of suites that have no row of a table get `given`. `check` gets what they return.
 */
export function createDescribe({ words = WORDS, given = [], result = () => undefined, check = value => value }) {
  const declare = (read, name, first, second, args = given) => {
    const fn = functionOf(name, first, second);
    const task = addTask(
      'suite',
      nameOf(name),
      read,
      optionsOf(first, second),
      typeof fn === 'function' ? () => check(fn(...args)) : undefined,
    );
    return result(task);
  };
  return chain(words, declare, read => ({
    ...tables(read, declare),
    skipIf: condition => describeIf(!condition, { words, given, check }),
    runIf: condition => describeIf(condition, { words, given, check }),
  }));
}

function describeIf(condition, options) {
  const describe = createDescribe(options);
  return condition ? describe : describe.skip;
}

/** The properties `each` and `for`. */
function tables(read, declare) {
  const table =
    isSpread =>
    (rows, ...values) =>
    (name, first, second) => {
      rowsOf(rows, values).forEach((row, index) => {
        const args = isSpread && Array.isArray(row) ? row : [row];
        const shown = Array.isArray(row) ? row : [row];
        declare(read, titleOf(nameOf(name), shown, index), first, second, args, isSpread);
      });
    };
  return { each: table(true), for: table(false) };
}

/**
 * Returns a function that adds hooks. `call` calls the functions of the program. With `cleansUp`, what a hook returns
 * is called at the end, if it is a function.
 */
export function createHook(kind, { isStacked, call, timeout, cleansUp = false }) {
  return (first, second) => {
    checkNesting('hook', `a hook '${kind}'`);
    const [fn, given] = typeof first === 'function' ? [first, second] : [second, first];
    const limit = typeof given === 'number' ? given : (given?.timeout ?? timeout());
    const isAfter = kind.startsWith('after');
    const run = async native => {
      const task = currentTask();
      if (task.type === 'test') task.context ??= contextOf(task, native);
      const end = await call(fn, task, task.context ?? {});
      if (cleansUp && typeof end === 'function' && !isAfter)
        runner.hook('after', end, limit, task.type === 'test', task.number ?? 0);
    };
    runner.hook(kind, run, limit, isStacked && isAfter);
  };
}

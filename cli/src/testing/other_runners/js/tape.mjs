// The module `tape`, of which the runner is posttask's. The tests, with their assertions and subtests, are those of the
// package.

import runner from 'posttask:runner';
import { createTest, settings } from './declare';

// Tests of tape have no limit, unless they say so.
settings.timeout ??= Number.POSITIVE_INFINITY;

const Test = packaged();

function packaged() {
  const { exports } = runner.actualCommonJs(runner.realPath('tape/lib/test', runner.file())) ?? {};
  return exports;
}

/** The failure that an assertion of the package describes. */
function errorOf({ name, error, operator, expected, actual }) {
  const message = `${name}${operator && operator !== 'fail' ? ` (${operator})` : ''}`;
  const own = error instanceof Error ? error : new Error(message);
  if (operator === 'error' || operator === 'throws' || operator === 'fail' || operator === undefined) return own;
  return Object.assign(own, { message, operator, expected, actual });
}

/** Calls a function with each failed assertion of a test and its subtests. */
function watch(test, fail) {
  test.on('result', result => {
    if (typeof result !== 'string' && !result.ok && !result.todo && !result.skip) fail(errorOf(result));
  });
  test.on('test', subtest => watch(subtest, fail));
}

/** An assertion that fails after the end of its test is an error of the file. */
const reportLater = globalThis.reportError;

/** Runs a test of the package. */
async function run(test) {
  const failures = [];
  let report = error => failures.push(error);
  watch(test, error => report(error));
  const ended = new Promise(resolve => test.once('end', resolve));
  test.run();
  await ended;
  // Whether there were as many assertions as planned is said after the end.
  await undefined;
  report = reportLater;
  const [first, ...others] = failures;
  others.forEach(error => runner.fail(error));
  if (first) throw first;
}

const declareTest = createTest({ call: fn => fn(), words: ['skip', 'only', 'todo'] });

/** What a failed test calls. */
const onFailure = [];

const declare = isOnly =>
  function (...args) {
    const name = args.find(it => typeof it === 'string') ?? '(anonymous)';
    const { skip, todo } = args.find(it => typeof it === 'object' && it !== null) ?? {};
    const isRun = args.some(it => typeof it === 'function');
    const steps = () =>
      run(new Test(...args)).catch(error => {
        for (const fn of onFailure) fn();
        throw error;
      });
    const add = isOnly ? declareTest.only : declareTest;
    if (!isRun || skip) declareTest.skip(name, () => {});
    else add(name, { todo: Boolean(todo) }, steps);
  };

const tape = declare(false);

const refused = name => () => {
  throw new Error(`${name} of tape chooses how results are shown: in posttask test, --reporter does`);
};

export default Object.assign(tape, {
  test: tape,
  only: declare(true),
  skip: (...args) => tape(...args.filter(it => typeof it === 'string'), { skip: true }),
  onFinish: fn => runner.hook('after', () => fn(), undefined, false, 0),
  onFailure: fn => void onFailure.push(fn),
  getHarness: () => tape,
  createHarness: refused('createHarness'),
  createStream: refused('createStream'),
  Test,
});

export const { test, only, skip, onFinish, getHarness, createHarness, createStream } = tape;
export { tape as 'module.exports', Test };

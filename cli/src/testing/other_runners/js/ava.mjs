// The module `ava`, of which the runner is posttask's. Tests, with their assertions, contexts and attempts, are those
// of the package. They run one after the other.

import runner from 'posttask:runner';
import { chain } from './chains';
import { createTest, settings } from './declare';

// Tests of AVA have no limit, unless they say so.
settings.timeout ??= Number.POSITIVE_INFINITY;

const folder = runner.realPath('ava', runner.file()).replace(/(.*\/ava\/).*/, '$1');

/** Errors without a test are those of the file. */
const reportLater = globalThis.reportError;

/** What a file of the package exports. */
function packaged(name) {
  const path = [`${folder}lib/${name}.js`, `${folder}lib/${name}.cjs`].find(file => runner.exists(file));
  if (!path) throw new Error(`posttask runs tests of AVA 4 and later, in which there is lib/${name}.js: ${folder}`);
  return runner.importAtOnce(path).default;
}

const Test = packaged('test');
const ContextRef = packaged('context-ref');

/** The context of all tests, which hooks before them fill. */
const shared = new ContextRef();

const hooks = { beforeEach: [], afterEach: [] };

/** A title, and a function or macro with its arguments. */
function parsed(given) {
  const hasTitle = typeof given[0] === 'string';
  const [it, ...args] = hasTitle ? given.slice(1) : given;
  const title = hasTitle ? given[0] : undefined;
  const steps = typeof it === 'function' ? it : it?.exec;
  return { title: it?.title ? it.title(title, ...args) : title, fn: steps && (t => steps(t, ...args)) };
}

/** A failure with all that the package says about it. */
function errorOf(error) {
  const { cause, formattedDetails = [] } = error;
  // What the test has thrown says more than that it has.
  if (cause instanceof Error && error.message === 'Error thrown in test') return cause;
  // Nothing is no cause.
  if (cause === undefined) delete error.cause;
  const details = formattedDetails.map(({ label, formatted }) => `${label}\n\n${formatted}`);
  error.message = [error.message || `${error.assertion ?? 'the assertion'} failed`, ...details].join('\n\n');
  return error;
}

/** Runs a test or hook of the package. */
async function run({ fn, title, metadata }, contextRef, more) {
  const test = new Test({
    fn,
    title,
    metadata,
    contextRef,
    failWithoutAssertions: false,
    isHook: metadata.type !== 'test',
    compareTestSnapshot: () => refuse('t.snapshot()'),
    skipSnapshot: () => {},
    notifyTimeoutUpdate: () => {},
    registerUniqueTitle: () => true,
    ...more,
  });
  const { passed, error } = await test.run();
  if (!passed) throw errorOf(error ?? new Error('the test has failed'));
}

function refuse(what) {
  throw new Error(`posttask does not have ${what} of AVA`);
}

/** Runs a test between its hooks. Those that always run, run after a failure, too. */
async function runBetweenHooks(task) {
  const contextRef = shared.copy();
  const failures = [];
  const attempt = steps => steps.catch(error => void failures.push(error));
  const runAll = async list => {
    for (const hook of list) {
      const of = { ...hook, title: `${hook.title} for ${task.title}` };
      await attempt(run(of, contextRef, { testPassed: failures.length === 0 }));
    }
  };
  await runAll(hooks.beforeEach);
  const { failWithoutAssertions = true } = settings;
  if (failures.length === 0) await attempt(run(task, contextRef, { failWithoutAssertions }));
  await runAll(hooks.afterEach.filter(({ always }) => always || failures.length === 0));
  const [first, ...others] = failures;
  others.forEach(error => runner.fail(error));
  if (first) throw first;
}

/** Rejections that nothing has handled yet, which AVA reports when all tests have ended. */
const unhandled = new Map();

function onUnhandled(event) {
  event.preventDefault();
  unhandled.set(event.promise, event.reason);
}

globalThis.addEventListener('unhandledrejection', onUnhandled);
globalThis.addEventListener('rejectionhandled', ({ promise }) => unhandled.delete(promise));

/** That of the host, whatever tests do to the global. */
const { setTimeout } = globalThis;

async function reportUnhandled() {
  // The event about a promise that has been handled is fired in a task.
  await new Promise(resolve => setTimeout(resolve));
  globalThis.removeEventListener('unhandledrejection', onUnhandled);
  unhandled.forEach(reason => reportLater(reason));
}

runner.hook('after', reportUnhandled, undefined, false, 0);

const declareTest = createTest({ call: fn => fn(), words: ['skip', 'only', 'todo'] });

let hasFailed = false;

/** Returns a function that adds hooks of a kind. */
const hook = type =>
  chain(
    ['always', 'skip'],
    ({ always, skip }, ...given) => {
      if (skip) return;
      const { title = `${type} hook`, fn } = parsed(given);
      const task = { fn, title, always, metadata: { type, failing: false, inline: false } };
      if (type in hooks) return void hooks[type].push(task);
      const isWanted = () => type === 'before' || always || !hasFailed;
      runner.hook(type, async () => isWanted() && run(task, shared), undefined, false, 0);
    },
    () => {},
  );

const macro = given => Object.freeze(typeof given === 'function' ? { exec: given } : { ...given });

/** What tests know of their file: `test.meta`. */
const meta = {
  file: new URL(`file://${encodeURI(runner.file())}`).href,
  get snapshotDirectory() {
    return refuse('snapshots');
  },
};

const kinds = ['before', 'beforeEach', 'after', 'afterEach'];
const members = { ...Object.fromEntries(kinds.map(kind => [kind, hook(kind)])), macro, meta };

const titles = new Set();

const ava = chain(
  ['failing', 'only', 'serial', 'skip', 'todo'],
  ({ failing, only, skip, todo }, ...given) => {
    const { title, fn } = parsed(given);
    if (!title) throw new TypeError('Tests must have a title');
    if (titles.has(title)) throw new Error(`Duplicate test title: ${title}`);
    titles.add(title);
    if (todo) return declareTest.todo(title);
    const declare = skip ? declareTest.skip : only ? declareTest.only : declareTest;
    const metadata = { type: 'test', failing: Boolean(failing), inline: false };
    declare(title, () =>
      runBetweenHooks({ fn, title, metadata }).catch(error => {
        hasFailed = true;
        throw error;
      }),
    );
  },
  () => members,
);
ava.default = ava;

export default ava;
export { ava as 'module.exports' };
export const registerCompletionHandler = fn => runner.hook('after', () => fn(), undefined, false, 0);

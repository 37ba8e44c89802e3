// The objects of Mocha that tests and hooks see: suites, tests, hooks, and their `this`.

import runner from 'posttask:runner';
import { Skipped, settings } from './declare';
import { millisecondsOf } from './durations';

const HELP =
  'For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves.';

/** A limit as the runner has it: 0 is none. */
const limitOf = timeout => (timeout > 0 && timeout < 2 ** 31 ? timeout : Number.POSITIVE_INFINITY);

/** `this` of tests and hooks. Those of a suite share it, and see what is in that of the suite around it. */
export class Context {
  runnable(runnable) {
    if (runnable === undefined) return this._runnable;
    this.test = this._runnable = runnable;
    return this;
  }

  timeout(...args) {
    const result = this.runnable().timeout(...args);
    return args.length === 0 ? result : this;
  }

  retries(...args) {
    const result = this.runnable().retries(...args);
    return args.length === 0 ? result : this;
  }

  slow(...args) {
    return args.length === 0 ? this.runnable().slow() : this;
  }

  skip() {
    this.runnable().skip();
  }
}

export class Suite {
  tests = [];
  suites = [];
  pending = false;
  #timeout;
  #retries;

  constructor(title, parent, task) {
    Object.assign(this, { title, parent, root: !parent, file: runner.file(), task });
    this.ctx = parent ? Object.create(parent.ctx) : new Context();
    parent?.suites.push(this);
  }

  titlePath() {
    return this.root ? [] : [...this.parent.titlePath(), this.title];
  }

  fullTitle() {
    return this.titlePath().join(' ');
  }

  /** That of the tests and hooks that are declared afterwards. */
  timeout(timeout) {
    if (timeout === undefined) return this.#timeout ?? this.parent?.timeout() ?? settings.timeout;
    this.#timeout = millisecondsOf(timeout);
    return this;
  }

  retries(count) {
    if (count === undefined) return this.#retries ?? this.parent?.retries() ?? settings.retry ?? 0;
    this.#retries = count;
    return this;
  }

  slow(slow) {
    return slow === undefined ? 75 : this;
  }

  bail() {
    return this;
  }

  isPending() {
    return this.pending || Boolean(this.parent?.isPending());
  }

  eachTest(steps) {
    this.tests.forEach(steps);
    this.suites.forEach(suite => suite.eachTest(steps));
    return this;
  }

  total() {
    return this.suites.reduce((sum, suite) => sum + suite.total(), this.tests.length);
  }
}

/** What tests and hooks have in common. `node` is the number of the test or suite for which the function runs. */
class Runnable {
  isRunning = false;

  constructor(type, title, fn, parent) {
    Object.assign(this, { type, title, fn, body: String(fn ?? ''), parent, ctx: parent.ctx, file: parent.file });
    this.limit = parent.timeout();
    this.async = (fn?.length ?? 0) > 0;
    this.sync = !this.async;
  }

  titlePath() {
    return [...this.parent.titlePath(), this.title];
  }

  fullTitle() {
    return this.titlePath().join(' ');
  }

  timeout(timeout) {
    if (timeout === undefined) return this.limit;
    this.limit = millisecondsOf(timeout);
    if (this.isRunning) runner.setLimit(this.node, limitOf(this.limit));
    return this;
  }

  slow(slow) {
    return slow === undefined ? 75 : this;
  }

  retries() {
    return this;
  }

  /** Calls the function. */
  start(node, call) {
    Object.assign(this, { node, isRunning: true });
    this.ctx.runnable(this);
    return call(this.fn, this.ctx);
  }
}

export class Hook extends Runnable {
  constructor(title, fn, parent, isOfEach) {
    super('hook', title, fn, parent);
    Object.assign(this, { originalTitle: title, isOfEach });
  }

  start(node, call) {
    const test = this.ctx.currentTest;
    this.title = test ? `${this.originalTitle} for "${test.title}"` : this.originalTitle;
    return super.start(node, call);
  }

  /** What a hook skips is the test, or all tests of the suite. */
  skip() {
    const test = this.ctx.currentTest;
    if (this.isOfEach) test.pending = true;
    else this.parent.pending = true;
    throw new Skipped();
  }
}

export class Test extends Runnable {
  pending = false;
  hasEnded = false;
  #attempts = 0;
  #hasBegun = false;

  constructor(title, fn, parent, task) {
    super('test', title, fn, parent);
    this.task = task;
    this.pending = task.mode !== 'run';
    parent.tests.push(this);
  }

  timeout(timeout) {
    const result = super.timeout(timeout);
    if (timeout !== undefined && !this.isRunning) runner.setTimeout(this.task.number, limitOf(this.limit));
    return result;
  }

  retries(count) {
    if (count === undefined) return this.count ?? this.parent.retries();
    this.count = count;
    runner.setRetries(this.task.number, count);
    return this;
  }

  /** A hook before an attempt already counts it. */
  begin() {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#attempts++;
    this.hasEnded = false;
  }

  start(node, call) {
    this.begin();
    this.#hasBegun = false;
    return super.start(node, call);
  }

  skip() {
    this.pending = true;
    runner.skip();
    throw new Skipped();
  }

  currentRetry() {
    return Math.max(0, this.#attempts - 1);
  }

  isPending() {
    return this.pending || this.parent.isPending();
  }

  isPassed() {
    return this.state === 'passed';
  }

  isFailed() {
    return this.state === 'failed';
  }

  get state() {
    if (this.isPending()) return 'pending';
    if (!this.hasEnded || this.#attempts === 0) return undefined;
    if (runner.hasPassed(this.task.number)) return 'passed';
    return this.currentRetry() < this.retries() ? undefined : 'failed';
  }

  get err() {
    if (!this.isFailed()) return undefined;
    const errors = this.task.result?.errors;
    return errors?.at(-1) ?? new Error(`Timeout of ${this.limit}ms exceeded. ${HELP} (${this.file})`);
  }
}

// A harness with the interface of web-platform-tests' testharness.js, written for this subset: it has only what the
// tests and the runner need. The same tests run under the real harness.
(() => {
  'use strict';
  const PASS = 0, FAIL = 1, TIMEOUT = 2, NOTRUN = 3, PRECONDITION_FAILED = 4;
  const expose = (name, value) => { globalThis[name] = value; };

  // ---- values and assertions

  function format_value(value, depth = 0) {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (Object.is(value, -0)) return '-0';
    if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`;
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return depth > 2 ? '[…]' : `[${value.map(v => format_value(v, depth + 1)).join(', ')}]`;
    let text;
    try { text = `object "${String(value)}"`; } catch { text = 'object that cannot be converted to a string'; }
    return text;
  }

  class AssertionError extends Error {
    get name() { return 'AssertionError'; }
  }
  class OptionalFeatureUnsupportedError extends AssertionError {}

  const fail = (assertion, description, text) => {
    throw new AssertionError(`${assertion}: ${description ? description + ' ' : ''}${text}`);
  };
  const assertion = (name, check) => expose(name, (...args) => {
    const description = args.length > check.length - 1 ? args[check.length - 1] : undefined;
    check(text => fail(name, description, text), ...args);
  });
  const expected = (actual, wanted) => `expected ${format_value(wanted)} but got ${format_value(actual)}`;

  assertion('assert_true', (no, actual) => { if (actual !== true) no(expected(actual, true)); });
  assertion('assert_false', (no, actual) => { if (actual !== false) no(expected(actual, false)); });
  assertion('assert_equals', (no, actual, wanted) => {
    const typed = value => `(${typeof value}) ${format_value(value)}`;
    if (typeof actual !== typeof wanted) no(`expected ${typed(wanted)} but got ${typed(actual)}`);
    if (!Object.is(actual, wanted)) no(expected(actual, wanted));
  });
  assertion('assert_not_equals', (no, actual, wanted) => {
    if (Object.is(actual, wanted)) no(`got disallowed value ${format_value(actual)}`);
  });
  assertion('assert_in_array', (no, actual, list) => {
    if (!list.includes(actual)) no(`value ${format_value(actual)} not in array ${format_value(list)}`);
  });
  assertion('assert_array_equals', (no, actual, wanted) => {
    if (typeof actual !== 'object' || actual === null || !('length' in actual))
      no(`value is ${format_value(actual)}, expected array`);
    const same = actual.length === wanted.length &&
      [...wanted].every((value, i) => i in actual && Object.is(actual[i], value));
    if (!same) no(expected([...actual], [...wanted]));
  });
  assertion('assert_less_than', (no, actual, limit) => {
    if (!(typeof actual === 'number' && actual < limit))
      no(`expected a number less than ${limit} but got ${format_value(actual)}`);
  });
  assertion('assert_greater_than', (no, actual, limit) => {
    if (!(typeof actual === 'number' && actual > limit))
      no(`expected a number greater than ${limit} but got ${format_value(actual)}`);
  });
  assertion('assert_less_than_equal', (no, actual, limit) => {
    if (!(typeof actual === 'number' && actual <= limit))
      no(`expected a number less than or equal to ${limit} but got ${format_value(actual)}`);
  });
  assertion('assert_greater_than_equal', (no, actual, limit) => {
    if (!(typeof actual === 'number' && actual >= limit))
      no(`expected a number greater than or equal to ${limit} but got ${format_value(actual)}`);
  });
  assertion('assert_approx_equals', (no, actual, wanted, epsilon) => {
    if (!(Math.abs(actual - wanted) <= epsilon))
      no(`expected ${wanted} +/- ${epsilon} but got ${format_value(actual)}`);
  });
  assertion('assert_regexp_match', (no, actual, pattern) => {
    if (!pattern.test(actual)) no(`expected ${pattern} but got ${format_value(actual)}`);
  });
  assertion('assert_class_string', (no, object, name) => {
    const got = Object.prototype.toString.call(object);
    if (got !== `[object ${name}]`) no(expected(got, `[object ${name}]`));
  });
  assertion('assert_own_property', (no, object, name) => {
    if (!Object.hasOwn(object, name)) no(`expected property ${format_value(name)} missing`);
  });
  assertion('assert_not_own_property', (no, object, name) => {
    if (Object.hasOwn(object, name)) no(`unexpected property ${format_value(name)} is found on object`);
  });
  assertion('assert_inherits', (no, object, name) => {
    if (Object.hasOwn(object, name) || !(name in object)) no(`property ${format_value(name)} is not inherited`);
  });
  assertion('assert_idl_attribute', (no, object, name) => {
    if (!(name in object)) no(`property ${format_value(name)} not found in prototype chain`);
  });
  assertion('assert_readonly', (no, object, name) => {
    const before = object[name];
    try { object[name] = before + 'a'; } catch { /* a setter may throw */ }
    if (object[name] !== before) no(`changing property ${format_value(name)} succeeded`);
  });
  expose('assert_unreached', description => fail('assert_unreached', description, 'Reached unreachable code'));
  expose('assert_implements', (condition, description) => {
    if (!condition) fail('assert_implements', description, '');
  });
  expose('assert_implements_optional', (condition, description) => {
    if (!condition) throw new OptionalFeatureUnsupportedError(description);
  });

  const domCodes = {
    IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
    NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10,
    InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15,
    TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21,
    QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
  };
  function check_js(name, error, constructor, description) {
    if (typeof error !== 'object' || error === null)
      fail(name, description, `threw ${format_value(error)}, not an object`);
    if (error.constructor !== constructor || error.name !== constructor.name)
      fail(name, description, `threw ${format_value(error)}, expected a ${constructor.name}`);
  }
  function check_dom(name, error, type, description) {
    if (!(error instanceof DOMException))
      fail(name, description, `threw ${format_value(error)}, expected a DOMException`);
    if (error.name !== type || error.code !== (domCodes[type] ?? 0))
      fail(name, description, `threw ${error.name} with code ${error.code}, expected ${type}`);
  }
  function check_exactly(name, error, value, description) {
    if (!Object.is(error, value)) fail(name, description, expected(error, value));
  }
  function thrown_by(name, f, description) {
    try { f.call(undefined); } catch (error) { return error; }
    fail(name, description, `${format_value(f)} did not throw`);
  }
  expose('assert_throws_js', (constructor, f, description) =>
    check_js('assert_throws_js', thrown_by('assert_throws_js', f, description), constructor, description));
  expose('assert_throws_dom', (type, f, description) =>
    check_dom('assert_throws_dom', thrown_by('assert_throws_dom', f, description), type, description));
  expose('assert_throws_exactly', (value, f, description) =>
    check_exactly('assert_throws_exactly', thrown_by('assert_throws_exactly', f, description), value, description));
  const rejected_by = (name, promise, description) => Promise.resolve(promise).then(
    () => fail(name, description, 'should have rejected'), error => ({ error }));
  expose('promise_rejects_js', async (t, constructor, promise, description) => {
    const { error } = await rejected_by('promise_rejects_js', promise, description);
    check_js('promise_rejects_js', error, constructor, description);
  });
  expose('promise_rejects_dom', async (t, type, promise, description) => {
    const { error } = await rejected_by('promise_rejects_dom', promise, description);
    check_dom('promise_rejects_dom', error, type, description);
  });
  expose('promise_rejects_exactly', async (t, value, promise, description) => {
    const { error } = await rejected_by('promise_rejects_exactly', promise, description);
    check_exactly('promise_rejects_exactly', error, value, description);
  });

  // ---- the state of the file

  const tests = [], completion = [], results = [];
  const status = { OK: 0, ERROR: 1, TIMEOUT: 2, PRECONDITION_FAILED: 3, status: null, message: null, stack: null };
  let loaded = false, explicit_done = false, completed = false, allow_uncaught = false, chain = Promise.resolve();
  const isWorker = typeof WorkerGlobalScope !== 'undefined' && globalThis instanceof WorkerGlobalScope;

  function complete() {
    if (completed) return;
    completed = true;
    status.status ??= status.OK;
    for (const callback of completion) callback(tests, status);
  }
  function maybe_complete() {
    if (loaded && !explicit_done && tests.length > 0 && tests.every(test => test.phase === 'complete')) complete();
  }

  // ---- tests

  class Test {
    constructor(name) {
      this.base = name || globalThis.META_TITLE || 'Untitled';
      this.name = this.base;
      for (let n = 1; tests.some(test => test.name === this.name); n++) this.name = `${this.base} ${n}`;
      Object.assign(this, { PASS, FAIL, TIMEOUT, NOTRUN, PRECONDITION_FAILED });
      Object.assign(this, { status: NOTRUN, message: null, stack: null, phase: 'initial', cleanups: [] });
      tests.push(this);
    }
    step(f, self, ...args) {
      if (this.phase === 'complete') return undefined;
      this.phase = 'started';
      try {
        return f.apply(self ?? this, args);
      } catch (error) {
        this.settle(error);
        return undefined;
      }
    }
    settle(error) {
      if (this.phase === 'complete') return;
      this.status = error instanceof OptionalFeatureUnsupportedError ? PRECONDITION_FAILED : FAIL;
      if (error instanceof AssertionError) {
        this.message = error.message;
      } else if (error instanceof Error || error instanceof DOMException) {
        this.message = `${error.name}: ${error.message}`;
      } else {
        this.message = `threw ${format_value(error)}`;
      }
      this.stack = error?.stack ?? null;
      this.done();
    }
    step_func(f, self) { return (...args) => this.step(f, self ?? this, ...args); }
    step_func_done(f, self) { return (...args) => { if (f) this.step(f, self ?? this, ...args); this.done(); }; }
    unreached_func(description) { return this.step_func(() => globalThis.assert_unreached(description)); }
    step_timeout(f, timeout, ...args) { return setTimeout(this.step_func(() => f.apply(this, args)), timeout); }
    step_wait_func(condition, f, description, timeout = 3000, interval = 10) {
      const deadline = performance.now() + timeout;
      const look = this.step_func(() => {
        if (condition()) return f.call(this);
        if (performance.now() > deadline) globalThis.assert_unreached(`${description ?? 'condition'}: timed out`);
        return setTimeout(look, interval);
      });
      look();
    }
    step_wait(condition, description, timeout, interval) {
      return new Promise(resolve => this.step_wait_func(condition, resolve, description, timeout, interval));
    }
    add_cleanup(f) { this.cleanups.push(f); }
    get_signal() {
      this.controller ??= new AbortController();
      return this.controller.signal;
    }
    done() {
      if (this.phase === 'complete') return;
      this.phase = 'complete';
      if (this.status === NOTRUN) this.status = PASS;
      this.controller?.abort('test finished');
      const cleaned = [];
      for (const cleanup of this.cleanups) {
        try {
          cleaned.push(cleanup());
        } catch (error) {
          status.status = status.ERROR;
          status.message = `cleanup of '${this.name}': ${error}`;
        }
      }
      for (const callback of results) callback(this);
      this.cleaned = Promise.all(cleaned);
      maybe_complete();
    }
  }

  expose('test', (f, name) => {
    const t = new Test(name);
    t.step(f, t, t);
    t.done();
  });
  expose('async_test', (f, name) => {
    if (typeof f !== 'function') [f, name] = [undefined, f];
    const t = new Test(name);
    if (f) t.step(f, t, t);
    return t;
  });
  expose('promise_test', (f, name) => {
    const t = new Test(name);
    chain = chain.then(async () => {
      if (t.phase === 'complete') return;
      t.phase = 'started';
      const ended = new Promise(resolve => results.push(test => { if (test === t) resolve(); }));
      try {
        const promise = f.call(t, t);
        if (promise === undefined || promise === null || typeof promise.then !== 'function')
          throw new AssertionError('promise_test: test body must return a thenable');
        promise.then(() => t.done(), error => t.settle(error));
      } catch (error) {
        t.settle(error);
      }
      await ended;
      await t.cleaned;
    });
  });
  expose('promise_setup', f => {
    chain = chain.then(f).catch(error => {
      status.status = status.ERROR;
      status.message = String(error);
      complete();
    });
  });
  expose('setup', (f, properties) => {
    if (typeof f === 'object') [f, properties] = [undefined, f];
    if (properties?.explicit_done) explicit_done = true;
    if (properties?.allow_uncaught_exception) allow_uncaught = true;
    if (f) f();
  });
  expose('done', () => { explicit_done = false; loaded = true; maybe_complete(); });
  expose('timeout', () => {
    status.status ??= status.TIMEOUT;
    for (const test of tests) {
      if (test.phase === 'complete') continue;
      test.status = test.phase === 'started' ? TIMEOUT : NOTRUN;
      test.message = test.phase === 'started' ? 'Test timed out' : null;
      test.phase = 'complete';
    }
    complete();
  });
  expose('add_result_callback', callback => results.push(callback));
  expose('add_completion_callback', callback => completion.push(callback));
  expose('step_timeout', (f, timeout, ...args) => setTimeout(() => f(...args), timeout));
  expose('format_value', format_value);
  expose('generate_tests', (f, list, properties) => {
    for (const [name, ...args] of list) globalThis.test(() => f(...args), name, properties);
  });

  // Collects the events of a target in order.
  expose('EventWatcher', class EventWatcher {
    constructor(t, target, types) {
      this.waiting = [];
      this.seen = [];
      for (const type of [types].flat()) {
        const listener = t.step_func(event => {
          const waiting = this.waiting.shift();
          if (waiting) waiting(event); else this.seen.push(event);
        });
        target.addEventListener(type, listener);
        t.add_cleanup(() => target.removeEventListener(type, listener));
      }
    }
    async wait_for(types) {
      const events = [];
      for (const type of [types].flat()) {
        const event = this.seen.shift() ?? await new Promise(resolve => this.waiting.push(resolve));
        globalThis.assert_equals(event.type, type, 'type of the event');
        events.push(event);
      }
      return events.length === 1 ? events[0] : events;
    }
  });

  const uncaught = (kind, error, message) => {
    if (allow_uncaught || completed) return;
    status.status = status.ERROR;
    status.message = `${kind}: ${message}`;
    status.stack = error?.stack ?? null;
    for (const test of tests) if (test.phase === 'started') test.settle(error);
    complete();
  };
  addEventListener('error', event => uncaught('Uncaught', event.error, event.message));
  addEventListener('unhandledrejection', event =>
    uncaught('Unhandled rejection', event.reason, format_value(event.reason)));

  // ---- tests in workers: the worker sends its results to the window that has created it

  const as_message = ({ name, status, message, stack }) => ({ name, status, message, stack });
  if (isWorker) {
    postMessage({ type: 'start' });
    completion.push(() => postMessage({ type: 'complete', tests: tests.map(as_message), status }));
  }
  expose('fetch_tests_from_worker', worker => {
    explicit_done = true;
    let is_started = false;
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'start') is_started = true;
      if (data.type !== 'complete') return;
      tests.push(...data.tests);
      Object.assign(status, data.status);
      complete();
    });
    worker.addEventListener('error', event => {
      event.preventDefault();
      // Later errors are the business of the harness in the worker.
      if (is_started) return;
      status.status = status.ERROR;
      status.message = `the worker failed: ${event.message}`;
      complete();
    });
  });

  // A worker calls done() when its scripts have run. A window is loaded when the scripts of this task have run.
  if (!isWorker) Promise.resolve().then(() => { loaded = true; maybe_complete(); });
})();

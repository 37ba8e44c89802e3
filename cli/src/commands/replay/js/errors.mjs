// Uncaught exceptions and unhandled rejections, for hosts whose global object is no event target.

import { Listeners, runNow } from './listeners.mjs';

/**
 * Makes the global object an event target that hears of errors. For other events, there are the methods of `others`, if
 * the host has them. `print(text)` prints an uncaught error. Returns what the host calls when an exception is uncaught,
 * a promise is rejected without a handler, or such a promise gets one; and `report`, the steps of `exception` for the
 * loop.
 */
export function installErrors(loop, print, global, others) {
  const { Event } = global;
  const listeners = new Listeners(global, error => ownErrors(error));
  let isReporting = false;
  let batch;

  class ErrorEvent extends Event {
    constructor(type, { message = '', filename = '', lineno = 0, colno = 0, error, ...init } = {}) {
      super(type, init);
      Object.assign(this, { message, filename, lineno, colno, error });
    }
  }

  class PromiseRejectionEvent extends Event {
    constructor(type, { promise, reason, ...init }) {
      super(type, init);
      Object.assign(this, { promise, reason });
    }
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception */
  function* report(error) {
    let isHandled = false;
    if (!isReporting) {
      isReporting = true;
      const message = `Uncaught ${headline(error)}`;
      const [, filename, lineno, colno] = /\(?([^\s(]+):(\d+):(\d+)\)?/.exec(error?.stack?.split('\n    at ')[1]) ?? [];
      const place = { filename, lineno: Number(lineno ?? 0), colno: Number(colno ?? 0) };
      isHandled = !(yield* listeners.fire(new ErrorEvent('error', { message, error, cancelable: true, ...place })));
      isReporting = false;
    }
    if (!isHandled) print(`Uncaught ${describe(error)}`);
  }

  const ownErrors = error => print(`Uncaught ${describe(error)}`);
  const exception = error => runNow(report(error), ownErrors);

  /** https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises */
  function rejected(promise, reason, turn) {
    if (batch?.turn === turn) {
      batch.promises.set(promise, reason);
      return;
    }
    const promises = new Map([[promise, reason]]);
    batch = { turn, promises };
    all.add(promises);
    loop.schedule('report of unhandled rejections', function* () {
      for (const [promise, reason] of promises) {
        // It got a handler while it waited.
        if (!promises.delete(promise)) continue;
        outstanding.set(promise, reason);
        const init = { promise, reason, cancelable: true };
        const isUnhandled = yield* listeners.fire(new PromiseRejectionEvent('unhandledrejection', init));
        if (isUnhandled) print(`Uncaught (in promise) ${describe(reason)}`);
      }
      all.delete(promises);
    }, true);
  }

  /** The promises that wait for their report, by batch; and those that were reported and have no handler. */
  const all = new Set();
  const outstanding = new WeakMap();

  function handled(promise) {
    for (const promises of all) promises.delete(promise);
    const reason = outstanding.get(promise);
    if (!outstanding.delete(promise)) return;
    loop.schedule('report of a handled rejection', function* () {
      yield* listeners.fire(new PromiseRejectionEvent('rejectionhandled', { promise, reason }));
    }, true);
  }

  const headline = error => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  const describe = error => (error instanceof Error ? error.stack ?? headline(error) : String(error));

  const define = (name, value) => Object.defineProperty(global, name, { value, writable: true, configurable: true });
  const TYPES = ['error', 'unhandledrejection', 'rejectionhandled'];
  const choose = (name, own) => define(name, (first, ...given) => {
    const isOwn = !others || TYPES.includes(first?.type ?? first);
    return isOwn ? own(first, ...given) : others[name].call(global, first, ...given);
  });
  choose('addEventListener', (type, callback, options) => listeners.add(type, callback, options));
  choose('removeEventListener', (type, callback, options) => listeners.remove(type, callback, options));
  choose('dispatchEvent', event => listeners.dispatch(event));
  define('reportError', exception);
  Object.entries({ ErrorEvent, PromiseRejectionEvent }).forEach(([name, value]) => define(name, value));
  for (const type of ['unhandledrejection', 'rejectionhandled']) {
    Object.defineProperty(global, `on${type}`, {
      get: () => listeners.handler(type),
      set: value => listeners.setHandler(type, value),
      configurable: true,
    });
  }
  // `window.onerror` has arguments of its own: the event handler processing algorithm of HTML.
  let onerror = null;
  Object.defineProperty(global, 'onerror', {
    get: () => onerror,
    set(value) {
      onerror = typeof value === 'function' ? value : null;
      listeners.setHandler('error', onerror && function (event) {
        const { message, filename, lineno, colno, error } = event;
        if (onerror.call(global, message, filename, lineno, colno, error) === true) event.preventDefault();
      });
    },
    configurable: true,
  });
  return { exception, report, rejected, handled };
}

// `scheduler`: https://wicg.github.io/scheduling-apis/. The recording has the order, so priorities need no queues.

import { onAbort } from './signals.mjs';

/**
 * Replaces `scheduler`. `context` propagates a task's abort signal to the rest of the task: `run(value, callback)`
 * calls back with a signal, and `get()` returns it there and in what the callback awaits. `posted(work, signal)` is
 * called for each task.
 */
export function installScheduler(loop, context, toPriority, global) {
  const { AbortSignal } = global;

  function toSignal(value, what) {
    if (value === undefined || value instanceof AbortSignal) return value;
    throw new TypeError(`${what}: signal is not an AbortSignal`);
  }

  /** Schedules steps that settle a promise, unless a signal is aborted before. */
  function post(kind, signal, steps) {
    const { promise, resolve, reject } = withResolvers();
    if (signal?.aborted) {
      reject(signal.reason);
      return promise;
    }
    let removeSteps = () => {};
    const work = loop.schedule(kind, function* () {
      yield* steps(resolve, reject);
      removeSteps();
    });
    if (kind === 'task') context.posted(work, signal);
    if (signal) {
      removeSteps = onAbort(signal, reason => {
        reject(reason);
        loop.cancel(work);
      });
    }
    return promise;
  }

  class Scheduler {
    postTask(callback, options = {}) {
      return asPromise(() => {
        if (typeof callback !== 'function') throw new TypeError('Scheduler.postTask: callback is not a function');
        const { delay = 0, priority, signal: given } = options ?? {};
        if (!(Number(delay) >= 0)) throw new TypeError('Scheduler.postTask: delay is out of range');
        if (priority !== undefined) toPriority(priority);
        const signal = toSignal(given, 'Scheduler.postTask');
        return post('task', signal, function* (resolve, reject) {
          let settle;
          yield () => {
            try {
              const result = context.run(signal, callback);
              settle = () => resolve(result);
            } catch (error) {
              settle = () => reject(error);
            }
          };
          // The microtasks of the callback have run.
          settle();
        });
      });
    }

    yield(options = {}) {
      return asPromise(() => {
        const { priority, signal: given } = options ?? {};
        const inherits = given === 'inherit' || (given === undefined && priority === undefined);
        if (priority !== undefined && priority !== 'inherit') toPriority(priority);
        const signal = inherits ? context.get() : toSignal(given, 'Scheduler.yield');
        return post('continuation', signal, function* (resolve) {
          resolve();
        });
      });
    }
  }

  function asPromise(steps) {
    try {
      return steps();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function withResolvers() {
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
  }

  const define = (name, value) => Object.defineProperty(global, name, { value, writable: true, configurable: true });
  define('Scheduler', Scheduler);
  define('scheduler', new Scheduler());
}

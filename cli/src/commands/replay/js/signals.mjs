// `AbortSignal` and `TaskSignal`, whose events a loop can dispatch in turns of their own. A signal stays one of the
// engine: `aborted`, `reason` and what the engine itself waits for are the engine's.

import { Listeners, replaceListening, runNow } from './listeners.mjs';

/** Steps that run before the `abort` event: https://dom.spec.whatwg.org/#abortsignal-abort-algorithms */
const algorithms = new WeakMap();

/** Adds an abort algorithm. Returns a function that removes it. */
export function onAbort(signal, steps) {
  if (!algorithms.has(signal)) algorithms.set(signal, new Set());
  algorithms.get(signal).add(steps);
  return () => algorithms.get(signal)?.delete(steps);
}

/** Replaces the interfaces of signals. */
export function installSignals(loop, report, global) {
  const { AbortController, AbortSignal, DOMException, Event } = global;
  const nativeAbort = AbortController.prototype.abort;
  const nativeDispatch = EventTarget.prototype.dispatchEvent;
  /** The signals that depend on a signal, and those that a signal depends on. */
  const dependents = new WeakMap(), sources = new WeakMap();
  const controllers = new WeakMap(), listeners = new WeakMap(), priorities = new WeakMap(), changing = new WeakSet();
  let isEngineAborting = false;

  function listenersOf(signal) {
    if (!listeners.has(signal)) listeners.set(signal, new Listeners(signal, report));
    return listeners.get(signal);
  }

  /** Creates a signal that only this file can abort. */
  function newSignal(prototype = AbortSignal.prototype) {
    const controller = new AbortController();
    const { signal } = controller;
    Object.setPrototypeOf(signal, prototype);
    controllers.set(signal, controller);
    return signal;
  }

  /** Makes the engine's signal aborted. Its event only reaches what the engine itself has added. */
  function setAborted(signal, controller, reason) {
    isEngineAborting = true;
    try {
      nativeAbort.call(controller, reason);
    } finally {
      isEngineAborting = false;
    }
    return signal.reason;
  }

  /** https://dom.spec.whatwg.org/#abortsignal-signal-abort */
  function* signalAbort(signal, controller, given) {
    if (signal.aborted) return;
    const byDefault = () => new DOMException('signal is aborted without reason', 'AbortError');
    const reason = setAborted(signal, controller, given === undefined ? byDefault() : given);
    const followers = [...dependents.get(signal) ?? []].filter(dependent => !dependent.aborted);
    for (const dependent of followers) setAborted(dependent, controllers.get(dependent), reason);
    for (const aborted of [signal, ...followers]) {
      const steps = [...algorithms.get(aborted) ?? []];
      algorithms.delete(aborted);
      for (const step of steps) step(reason);
      yield* listenersOf(aborted).fire(new Event('abort'));
    }
  }

  /** https://dom.spec.whatwg.org/#create-a-dependent-abort-signal */
  function dependOn(result, signals) {
    const aborted = signals.find(signal => signal.aborted);
    sources.set(result, new Set());
    if (aborted) {
      setAborted(result, controllers.get(result), aborted.reason);
      return result;
    }
    for (const source of signals.flatMap(signal => (sources.has(signal) ? [...sources.get(signal)] : [signal]))) {
      sources.get(result).add(source);
      if (!dependents.has(source)) dependents.set(source, new Set());
      dependents.get(source).add(result);
    }
    return result;
  }

  function toSignals(iterable, what) {
    const signals = [...iterable];
    if (!signals.every(signal => signal instanceof AbortSignal)) throw new TypeError(`${what}: not an AbortSignal`);
    return signals;
  }

  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  replaceListening(AbortSignal.prototype, listenersOf, ['abort']);
  const { dispatchEvent } = AbortSignal.prototype;
  define(AbortSignal.prototype, 'dispatchEvent', function (event) {
    return isEngineAborting ? nativeDispatch.call(this, event) : dispatchEvent.call(this, event);
  });
  define(AbortController.prototype, 'abort', function abort(reason) {
    runNow(signalAbort(this.signal, this, reason), report);
  });
  define(AbortSignal, 'any', signals => dependOn(newSignal(), toSignals(signals, 'AbortSignal.any')));
  define(AbortSignal, 'timeout', milliseconds => {
    // The conversion may call code of the program.
    if (!(Number(milliseconds) >= 0)) throw new TypeError('AbortSignal.timeout: milliseconds is out of range');
    const signal = newSignal();
    loop.schedule('AbortSignal.timeout', () =>
      signalAbort(signal, controllers.get(signal), new DOMException('signal timed out', 'TimeoutError')));
    return signal;
  });

  class TaskPriorityChangeEvent extends Event {
    #previousPriority;

    constructor(type, { previousPriority, ...init }) {
      super(type, init);
      this.#previousPriority = toPriority(previousPriority);
    }

    get previousPriority() {
      return this.#previousPriority;
    }
  }

  class TaskSignal extends AbortSignal {
    get priority() {
      return priorityOf(this);
    }

    static any(signals, { priority = 'user-visible' } = {}) {
      const isFixed = !(priority instanceof AbortSignal);
      const given = isFixed ? toPriority(priority) : priority;
      if (!isFixed && !priorities.has(given)) throw new TypeError('TaskSignal.any: priority is not a TaskSignal');
      const signal = newSignal(TaskSignal.prototype);
      const source = isFixed ? undefined : priorities.get(given).source ?? given;
      priorities.set(signal, { priority: isFixed ? given : undefined, source, dependents: new Set() });
      if (source && !priorities.get(source).isFixed) priorities.get(source).dependents.add(signal);
      priorities.get(signal).isFixed = isFixed;
      return dependOn(signal, toSignals(signals, 'TaskSignal.any'));
    }
  }

  function priorityOf(signal) {
    const { priority, source } = priorities.get(signal);
    return source ? priorityOf(source) : priority;
  }

  function toPriority(value) {
    const priority = String(value);
    if (['user-blocking', 'user-visible', 'background'].includes(priority)) return priority;
    throw new TypeError(`'${priority}' is not a value of TaskPriority`);
  }

  /** https://wicg.github.io/scheduling-apis/#tasksignal-signal-priority-change */
  function* changePriority(signal, priority) {
    if (changing.has(signal)) throw new DOMException('the priority is being changed', 'NotAllowedError');
    const previousPriority = priorityOf(signal);
    if (previousPriority === priority) return;
    const state = priorities.get(signal);
    const all = [signal, ...state.dependents];
    state.priority = priority;
    for (const it of all) changing.add(it);
    for (const it of all) {
      yield* listenersOf(it).fire(new TaskPriorityChangeEvent('prioritychange', { previousPriority }));
      changing.delete(it);
    }
  }

  class TaskController extends AbortController {
    constructor({ priority = 'user-visible' } = {}) {
      super();
      const { signal } = this;
      Object.setPrototypeOf(signal, TaskSignal.prototype);
      controllers.set(signal, this);
      priorities.set(signal, { priority: toPriority(priority), source: undefined, dependents: new Set() });
    }

    setPriority(priority) {
      runNow(changePriority(this.signal, toPriority(priority)), report);
    }
  }

  replaceListening(TaskSignal.prototype, listenersOf, ['prioritychange']);
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) delete TaskSignal.prototype[name];
  Object.entries({ TaskPriorityChangeEvent, TaskSignal, TaskController })
    .forEach(([name, value]) => define(global, name, value));
  return { toPriority };
}

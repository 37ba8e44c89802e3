// Event listeners that a loop calls in turns of their own, as the microtask checkpoint after each callback demands:
// https://webidl.spec.whatwg.org/#clean-up-after-running-script. The engine's own dispatch has no checkpoint if a
// script calls it.

/** The listeners of a target, and how events are dispatched at it. */
export class Listeners {
  #target;
  #listeners = [];
  #report;
  #changed;
  #handlers = new Map();

  /** `report` is called with exceptions of listeners of events that a script dispatches. */
  constructor(target, report, changed = () => {}) {
    this.#target = target;
    this.#report = report;
    this.#changed = changed;
  }

  add(type, callback, options) {
    if (callback === null || callback === undefined) return;
    const { capture = false, once = false, signal } = typeof options === 'object' && options ? options : {};
    const isCapture = typeof options === 'boolean' ? options : Boolean(capture);
    if (signal?.aborted) return;
    if (this.#find(type, callback, isCapture)) return;
    this.#listeners.push({ type: String(type), callback, isCapture, once: Boolean(once), isRemoved: false });
    signal?.addEventListener('abort', () => this.remove(type, callback, isCapture));
    this.#changed(String(type));
  }

  remove(type, callback, options) {
    const isCapture = typeof options === 'object' && options ? Boolean(options.capture) : Boolean(options);
    const listener = this.#find(type, callback, isCapture);
    if (listener) this.#remove(listener);
  }

  has(type) {
    return this.#listeners.some(listener => listener.type === type);
  }

  /** The event handler attribute `on...`. Its place among the listeners is that of its first value. */
  handler(type) {
    return this.#handlers.get(type)?.value ?? null;
  }

  setHandler(type, value) {
    const handler = this.#handlers.get(type);
    const next = typeof value === 'function' || (typeof value === 'object' && value !== null) ? value : null;
    if (handler) {
      handler.value = next;
      if (next === null) {
        this.#handlers.delete(type);
        this.#remove(handler.listener);
      }
      return;
    }
    if (next === null) return;
    const added = { value: next };
    const callback = event => {
      if (typeof added.value !== 'function') return;
      if (added.value.call(this.#target, event) === false) event.preventDefault();
    };
    added.listener = { type, callback, isCapture: false, once: false, isRemoved: false };
    this.#listeners.push(added.listener);
    this.#handlers.set(type, added);
    this.#changed(type);
  }

  /** Dispatches an event; yields each call of a listener. Returns whether it was not canceled. */
  *fire(event) {
    const target = { value: this.#target, configurable: true };
    Object.defineProperties(event, { target, currentTarget: target, srcElement: target });
    let isStopped = false;
    const stop = () => { isStopped = true; };
    Object.defineProperty(event, 'stopImmediatePropagation', { value: stop, configurable: true });
    for (const listener of this.#listeners.filter(({ type }) => type === event.type)) {
      if (isStopped) break;
      if (listener.isRemoved) continue;
      if (listener.once) this.#remove(listener);
      const { callback } = listener;
      yield () => (typeof callback === 'function' ? callback.call(this.#target, event) : callback.handleEvent(event));
    }
    return !event.defaultPrevented;
  }

  /** Dispatches an event now, for a script that goes on afterwards. */
  dispatch(event) {
    return runNow(this.fire(event), this.#report);
  }

  #find(type, callback, isCapture) {
    const isEqual = it => it.type === String(type) && it.callback === callback && it.isCapture === isCapture;
    return this.#listeners.find(isEqual);
  }

  #remove(listener) {
    listener.isRemoved = true;
    this.#listeners = this.#listeners.filter(it => it !== listener);
    this.#changed(listener.type);
  }
}

/** Makes all calls of a generator at once, and returns its result. */
export function runNow(steps, report) {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    try {
      value();
    } catch (error) {
      report(error);
    }
  }
}

/** Replaces how the objects of a prototype listen to events. `listenersOf` returns those of an object. */
export function replaceListening(prototype, listenersOf, types) {
  const define = (name, value) => Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  define('addEventListener', function addEventListener(type, callback, options) {
    listenersOf(this).add(type, callback, options);
  });
  define('removeEventListener', function removeEventListener(type, callback, options) {
    listenersOf(this).remove(type, callback, options);
  });
  define('dispatchEvent', function dispatchEvent(event) {
    return listenersOf(this).dispatch(event);
  });
  for (const type of types) {
    Object.defineProperty(prototype, `on${type}`, {
      get() { return listenersOf(this).handler(type); },
      set(value) { listenersOf(this).setHandler(type, value); },
      configurable: true,
      enumerable: true,
    });
  }
}

// Timers, immediates, idle callbacks and animation frames. When they are due does not matter: the recording says when
// they run.

/** A callback of a timer: a function, or source text. */
function handlerOf(value, global) {
  if (typeof value === 'function') return value;
  const text = String(value);
  return () => (0, global.eval)(text);
}

/** What `setTimeout` returns in programs for Node. */
class Timeout {
  #id;
  #restart;
  #clear;
  #isReferenced = true;

  constructor(id, restart, clear) {
    this.#id = id;
    this.#restart = restart;
    this.#clear = clear;
  }

  // The recording says what runs, so nothing keeps a program alive.
  ref() {
    this.#isReferenced = true;
    return this;
  }

  unref() {
    this.#isReferenced = false;
    return this;
  }

  hasRef() {
    return this.#isReferenced;
  }

  refresh() {
    this.#restart();
    return this;
  }

  close() {
    this.#clear(this.#id);
    return this;
  }

  [Symbol.toPrimitive]() {
    return this.#id;
  }
}

/** Replaces `setTimeout` and `setInterval`. In programs for Node, they return objects. */
export function installTimers(loop, global, isForNode) {
  const timers = new Map();
  /** What timers that are closed cannot do again. */
  const closed = new Set();
  let lastId = 0;

  function start(id, kind, call, isOfHost) {
    timers.set(id, loop.schedule(kind, function* () {
      yield call;
      if (!timers.has(id)) return;
      if (kind === 'setInterval') start(id, kind, call, true);
      else timers.delete(id);
    }, isOfHost));
  }

  const set = kind => function (handler, delay, ...given) {
    if (arguments.length === 0) throw new TypeError(`${kind} needs an argument`);
    if (isForNode && typeof handler !== 'function') {
      throw new TypeError('The "callback" argument must be of type function.');
    }
    const callback = handlerOf(handler, global);
    // The conversion may call code of the program.
    void (delay | 0);
    const id = ++lastId;
    const restart = () => {
      if (closed.has(id)) return;
      loop.cancel(timers.get(id));
      start(id, kind, call, false);
    };
    const timer = isForNode ? new Timeout(id, restart, clear) : id;
    const call = () => callback.apply(isForNode ? timer : global, given);
    start(id, kind, call, false);
    return timer;
  };

  function clear(id) {
    const key = Number(id);
    closed.add(key);
    if (!timers.has(key)) return;
    loop.cancel(timers.get(key));
    timers.delete(key);
  }

  const define = (name, value) => Object.defineProperty(global, name, { value, writable: true, configurable: true });
  const setTimeout = set('setTimeout');
  if (isForNode) {
    setTimeout[Symbol.for('nodejs.util.promisify.custom')] = (delay, value) =>
      new Promise(resolve => setTimeout(resolve, delay, value));
  }
  define('setTimeout', setTimeout);
  define('setInterval', set('setInterval'));
  define('clearTimeout', clear);
  define('clearInterval', clear);
}

/** Replaces `setImmediate`, or removes it from programs that are not for Node. */
export function installImmediates(loop, global, isForNode) {
  if (!isForNode) {
    delete global.setImmediate;
    delete global.clearImmediate;
    return;
  }
  const define = (name, value) => Object.defineProperty(global, name, { value, writable: true, configurable: true });
  define('setImmediate', (callback, ...given) => {
    if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.');
    const immediate = { work: 0, ref: () => immediate, unref: () => immediate, hasRef: () => true };
    immediate.work = loop.schedule('setImmediate', function* () {
      yield () => callback.apply(immediate, given);
    });
    return immediate;
  });
  define('clearImmediate', immediate => {
    if (immediate) loop.cancel(immediate.work);
  });
}

/** Replaces `requestIdleCallback`. */
export function installIdleCallbacks(loop, clock, global) {
  const requests = new Map();
  let lastHandle = 0;

  class IdleDeadline {
    #end;
    #didTimeout;

    constructor(end, didTimeout) {
      this.#end = end;
      this.#didTimeout = didTimeout;
    }

    get didTimeout() {
      return this.#didTimeout;
    }

    timeRemaining() {
      // Times are whole nanoseconds.
      return Math.max(0, Math.round((this.#end - clock.read()) * 1e6) / 1e6);
    }
  }

  const define = (name, value) => Object.defineProperty(global, name, { value, writable: true, configurable: true });
  define('IdleDeadline', IdleDeadline);
  define('requestIdleCallback', (callback, options) => {
    if (typeof callback !== 'function') throw new TypeError('requestIdleCallback: callback is not a function');
    // The conversion may call code of the program.
    void (options?.timeout >>> 0);
    const handle = ++lastHandle;
    requests.set(handle, loop.schedule('idle callback', function* (step) {
      requests.delete(handle);
      yield () => callback(new IdleDeadline(step.idleUntil ?? step.at, step.didTimeout ?? false));
    }));
    return handle;
  });
  define('cancelIdleCallback', handle => {
    loop.cancel(requests.get(handle >>> 0));
    requests.delete(handle >>> 0);
  });
}

/** The time of the last frame that is not later. Frames are whole nanoseconds. */
export function lastFrame(now, hertz) {
  const frame = number =>
    Math.floor(number / hertz) * 1000 + Math.floor((number % hertz) * 1e9 / hertz) / 1e6;
  let number = Math.floor(now * hertz / 1000);
  while (frame(number + 1) <= now) number++;
  while (frame(number) > now) number--;
  return frame(number);
}

/** Replaces `requestAnimationFrame`, or removes it if the program had none. */
export function installFrames(loop, hertz, global) {
  if (!hertz) {
    delete global.requestAnimationFrame;
    delete global.cancelAnimationFrame;
    return;
  }
  const callbacks = new Map();
  let lastHandle = 0;
  let frame;

  function* run({ at }) {
    frame = undefined;
    const time = lastFrame(at, hertz);
    for (const handle of [...callbacks.keys()]) {
      // A callback may have been canceled by one before it.
      const callback = callbacks.get(handle);
      callbacks.delete(handle);
      if (callback) yield () => callback(time);
    }
    drop();
  }

  /** A frame without callbacks does not run. */
  function drop() {
    if (callbacks.size > 0 || frame === undefined) return;
    loop.cancel(frame);
    frame = undefined;
  }

  const define = (name, value) => Object.defineProperty(global, name, { value, writable: true, configurable: true });
  define('requestAnimationFrame', callback => {
    if (typeof callback !== 'function') throw new TypeError('requestAnimationFrame: callback is not a function');
    callbacks.set(++lastHandle, callback);
    frame ??= loop.schedule('animation frame', run);
    return lastHandle;
  });
  define('cancelAnimationFrame', handle => {
    callbacks.delete(handle >>> 0);
    drop();
  });
}

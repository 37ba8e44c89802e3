'use strict';
// What random programs consist of. Each function asks for one piece of work, keeps an account of it, and checks what
// the standards say of it when it runs. `verdict` returns everything that was wrong.
//
// The host provides `collectGarbage`, `other` (the global of another realm), and the functions of
// `rust_work.rs`.

const entries = [], problems = [], log = [], waiting = [];
const controllers = [], signals = [], timers = [], targets = [], listeners = [], ports = [], channels = [];
const idles = [], frames = [], dispatches = [], observers = [];

/**
 * How many callbacks run their bodies, how deeply they may be nested, and how often garbage is collected: some programs
 * would never end.
 */
const CALLS = 600, DEPTH = 20, COLLECTIONS = 100;
let calls = 0, collections = 0, depth = 0, aborting = 0, isOver = false;

const variable = globalThis.AsyncContext && new AsyncContext.Variable();
/** The value of the variable where it is not known. */
const UNKNOWN = Symbol('unknown');
/** The scheduling state of work that inherits none, and of work whose state is not known. */
const NONE = { fixed: 'user-visible' }, IDLE = { fixed: 'background' }, SOME = null;

const pick = (list, k) => list[k % list.length];

/** Removes an item from a list. Returns where it was, or -1. */
function removeFrom(list, item) {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
  return at;
}

const name = entry => `${entry.kind} ${entry.id}`;

function problem(text) {
  if (problems.length < 10) problems.push(text);
}

function collect() {
  if (collections++ < COLLECTIONS) collectGarbage();
}

function open(kind, more) {
  const entry = { id: entries.length, kind, ran: 0, settled: 0, over: '', times: 1, ...more };
  entries.push(entry);
  return entry;
}

/** Ends the account of work that was cancelled or refused: it must not run later. */
function close(entry, why) {
  if (!entry.ran && !entry.over) entry.over = why;
}

/** Runs the callback of a piece of work. */
function run(entry, body, e, v) {
  entry.ran++;
  log.push(entry.id);
  if (entry.over) problem(`${name(entry)} ran after it was ${entry.over}`);
  if (entry.ran > entry.times) problem(`${name(entry)} ran ${entry.ran} times`);
  return call(body, e, v);
}

function call(body, e, v) {
  if (isOver || calls >= CALLS || depth >= DEPTH) return;
  calls++;
  depth++;
  try {
    see(v);
    return body(e, v);
  } finally {
    depth--;
  }
}

/** Compares the value of the variable with the expected one. */
function see(v) {
  if (variable && v !== UNKNOWN && variable.get() !== v) {
    problem(`the variable is ${String(variable.get())} instead of ${String(v)}`);
  }
}

/** Counts how often a promise is settled. */
function settles(entry, promise) {
  entry.mustSettle = true;
  const settled = how => () => {
    log.push(-entry.id);
    if (++entry.settled > 1) problem(`${name(entry)} was settled twice`);
    entry.how = how;
  };
  promise.then(settled('fulfilled'), settled('rejected'));
  return promise;
}

// ---- Scheduler tasks and continuations, whose order the specification leaves to nobody.

const RANKS = { 'user-blocking': 0, 'user-visible': 2, background: 4 };
const isTaskSignal = signal => signal && 'priority' in signal;
const rank = entry => RANKS[entry.source?.priority ?? entry.fixed ?? 'user-visible'] - (entry.isContinuation ? 1 : 0);

/** Checks that nothing should have started before this entry. */
function starts(entry) {
  const at = removeFrom(waiting, entry);
  if (entry.isUnknown) return;
  if (entry.signal?.aborted && !entry.isContinuation) problem(`${name(entry)} starts after its signal was aborted`);
  const own = rank(entry);
  for (const it of waiting) {
    if (it.signal?.aborted) continue;
    if (rank(it) < own) problem(`${name(entry)} starts before ${name(it)}, which has a higher priority`);
    if (at < 0 || rank(it) !== own || it.id > entry.id) continue;
    problem(`${name(entry)} starts before ${name(it)}, which is older`);
  }
}

function task(options, body, v) {
  return post(scheduler, options, body, undefined, v);
}

/** A task of another scheduler, whose state this realm's `yield` does not see. */
function taskElsewhere(options, body, v) {
  return post(other.scheduler, options, body, NONE, v);
}

/** The scheduling state of a task with these options. */
function stateOf(signal, priority) {
  const source = priority === undefined && isTaskSignal(signal) ? signal : undefined;
  return { signal, source, fixed: source ? undefined : priority ?? 'user-visible' };
}

function post(where, options, body, e, v) {
  const { signal, priority, delay } = options;
  const entry = open('task', stateOf(signal, priority));
  const isAborted = signal?.aborted;
  const promise = where.postTask(() => {
    starts(entry);
    return run(entry, body, e ?? entry, v);
  }, options);
  if (isAborted) close(entry, 'aborted');
  else if (!(delay > 0)) waiting.push(entry);
  return settles(entry, promise);
}

/** A task whose options are hostile: whether and when it runs is not predicted. */
function strangeTask(kind, k, body) {
  const entry = open('strange task', { isUnknown: true });
  const signal = pick(signals, k);
  const options = [
    { get priority() { throw thing(k); } },
    { get priority() { abort(k, 0); return 'background'; }, signal },
    { get signal() { setPriority(k, 'user-blocking'); collect(); return signal; } },
    new Proxy({ signal }, { get(target, key) { see(UNKNOWN); dispatch(k, 'x'); return target[key]; } }),
    { delay: { valueOf() { abort(k, 1); return 3; } }, signal },
    { priority: { toString() { return 'user-visible'; } } },
    { priority: 'no such priority' },
    { signal: {} }, { delay: -1 }, { delay: NaN }, { delay: 2n ** 70n }, { priority: null }, 5, null,
    { signal: other.AbortSignal.abort(thing(k)) },
    { signal: new other.TaskController({ priority: 'background' }).signal },
  ];
  let promise;
  try {
    promise = scheduler.postTask(() => run(entry, body, SOME, UNKNOWN), pick(options, kind));
  } catch {
    return close(entry, 'refused');
  }
  settles(entry, promise);
}

function yields(e) {
  const state = e ?? { isUnknown: true };
  const { signal, source, fixed, isUnknown } = state;
  const entry = open('continuation', { isContinuation: true, signal, source, fixed, isUnknown });
  const isAborted = signal?.aborted;
  const promise = scheduler.yield();
  if (!isAborted && !isUnknown) waiting.push(entry);
  entry.mustSettle = true;
  const settled = how => () => {
    if (how === 'fulfilled') starts(entry);
    else removeFrom(waiting, entry);
    log.push(-entry.id);
    if (++entry.settled > 1) problem(`${name(entry)} was settled twice`);
  };
  promise.then(settled('fulfilled'), settled('rejected'));
  return promise;
}

// ---- Signals.

function addSignal(signal, more) {
  signals.push(signal);
  Object.defineProperty(signal, 'account', { value: { sources: [], ...more } });
  return signal;
}

function newController(kind, k) {
  const controller = kind === 0 ? new AbortController()
    : kind === 1 ? new TaskController()
    : kind === 2 ? new other.TaskController({ priority: 'user-blocking' })
    : new TaskController({ priority: pick(Object.keys(RANKS), k) });
  controllers.push(controller);
  addSignal(controller.signal);
}

function anySignal(ks) {
  const sources = ks.map(k => pick(signals, k));
  addSignal(AbortSignal.any(sources), { sources });
}

function anyTaskSignal(ks, priority) {
  const sources = ks.map(k => pick(signals, k));
  if (typeof priority === 'string') {
    return addSignal(TaskSignal.any(sources, { priority }), { sources, fixed: priority });
  }
  const prioritySource = pick(signals.filter(isTaskSignal), priority);
  if (!prioritySource) return;
  addSignal(TaskSignal.any(sources, { priority: prioritySource }), { sources, prioritySource });
}

const timeoutSignal = delay => addSignal(AbortSignal.timeout(delay), { isTimeout: true });

/** A signal that nothing keeps alive. */
function dropped(k, body) {
  const signal = AbortSignal.any([pick(signals, k), AbortSignal.timeout(k)]);
  if (k % 2) signal.addEventListener('abort', () => call(body, SOME, UNKNOWN));
}

function abort(k, reason) {
  if (!controllers.length) return;
  pick(controllers, k).abort(reason ? thing(reason) : undefined);
}

function setPriority(k, priority) {
  const controller = pick(controllers, k);
  if (!controller?.setPriority) return;
  try {
    controller.setPriority(priority);
  } catch (error) {
    if (error?.name !== 'NotAllowedError') problem(`setPriority threw ${error?.name}`);
  }
}

function onAbort(k, body, isOnce) {
  pick(signals, k)?.addEventListener('abort', () => {
    aborting++;
    try {
      call(body, SOME, UNKNOWN);
    } finally {
      aborting--;
    }
  }, { once: isOnce });
}

function onPriorityChange(k, body) {
  const signal = pick(signals, k);
  signal?.addEventListener('prioritychange', event => {
    if (event.previousPriority === signal.priority) problem('a priority changed to itself');
    call(body, SOME, UNKNOWN);
  });
}

/** Compares each dependent signal with its sources. Not during an abort or a change of priority. */
function checkSignals() {
  for (const signal of signals) {
    const { sources, prioritySource, fixed } = signal.account;
    if (sources.length && signal.aborted !== sources.some(source => source.aborted)) {
      problem('a dependent signal does not follow its sources');
    }
    const hasReason = source => source.aborted && Object.is(source.reason, signal.reason);
    if (signal.aborted && sources.length && !sources.some(hasReason)) {
      problem('a dependent signal has another reason than its sources');
    }
    if (prioritySource && prioritySource.priority !== signal.priority) {
      problem('a dependent signal has another priority');
    }
    if (fixed && signal.priority !== fixed) problem('a fixed priority changed');
  }
}

// ---- Timers, microtasks, reactions, idle callbacks, frames.

function timer(delay, body, v) {
  const entry = open('timer');
  timers.push({ entry, handle: setTimeout(() => run(entry, body, NONE, v), delay) });
}

function stringTimer(delay) {
  const entry = open('string timer');
  timers.push({ entry, handle: setTimeout(`run(entries[${entry.id}], () => {}, NONE, UNKNOWN)`, delay) });
}

function interval(delay, times, body, v) {
  const entry = open('interval', { times });
  const handle = setInterval(() => {
    if (entry.ran + 1 >= times) clearInterval(handle);
    run(entry, body, NONE, v);
  }, delay);
  timers.push({ entry, handle });
}

function clear(k) {
  if (!timers.length) return;
  const { entry, handle } = pick(timers, k);
  clearTimeout(handle);
  if (entry.kind === 'interval') entry.over ||= 'cleared';
  else close(entry, 'cleared');
}

function micro(body, e, v) {
  const entry = open('microtask');
  queueMicrotask(() => run(entry, body, e, v));
}

function react(kind, body, e, v) {
  const entry = open('reaction');
  const callback = () => run(entry, body, e, v);
  if (kind === 0) settles(open('promise'), Promise.resolve().then(callback));
  else if (kind === 1) settles(open('promise'), Promise.reject(thing(kind)).catch(callback));
  else if (kind === 2) settles(open('promise'), (async () => { await null; await { then: f => f() }; callback(); })());
  else settles(open('promise'), Promise.resolve({ then(fulfil) { fulfil(); callback(); } }));
}

function idle(options, body, v) {
  const entry = open('idle callback');
  idles.push({ entry, handle: requestIdleCallback(() => run(entry, body, IDLE, v), options) });
}

function cancelIdle(k) {
  if (!idles.length) return;
  const { entry, handle } = pick(idles, k);
  cancelIdleCallback(handle);
  close(entry, 'cancelled');
}

function frame(body, v) {
  const entry = open('animation frame');
  frames.push({ entry, handle: requestAnimationFrame(() => run(entry, body, NONE, v)) });
}

function cancelFrame(k) {
  if (!frames.length) return;
  const { entry, handle } = pick(frames, k);
  cancelAnimationFrame(handle);
  close(entry, 'cancelled');
}

// ---- Events: a model of DOM's list of listeners says which one is called next.

function newTarget(kind) {
  const Target = [EventTarget, class extends EventTarget {}, other.EventTarget][kind];
  const target = new Target();
  targets.push({ target, list: [] });
}

function listen(k, type, options, body) {
  const place = pick(targets, k), { capture = false, once = false, signal } = options;
  const listener = { place, type, capture, once, signal, isRemoved: false };
  listener.callback = event => {
    expectListener(listener);
    if (once) remove(listener);
    call(body, SOME, UNKNOWN);
    if (options.stops && event.cancelable) stop(event, options.stops);
  };
  place.target.addEventListener(type, listener.callback, options);
  if (signal?.aborted) return;
  place.list.push(listener);
  listeners.push(listener);
}

function stop(event, how) {
  const dispatched = dispatches.at(-1);
  if (how === 1) event.preventDefault();
  if (how === 2) {
    event.stopPropagation();
    dispatched.stopsAfterPhase = true;
  }
  if (how === 3) {
    event.stopImmediatePropagation();
    dispatched.stopsNow = true;
  }
}

function listenAgain(k) {
  if (!listeners.length) return;
  const { place, type, capture, callback, isRemoved, signal } = pick(listeners, k);
  if (!isRemoved && !signal) place.target.addEventListener(type, callback, { capture });
}

const isGone = listener => listener.isRemoved || listener.signal?.aborted;

function remove(listener) {
  listener.isRemoved = true;
  removeFrom(listener.place.list, listener);
}

function unlisten(k) {
  if (!listeners.length) return;
  const listener = pick(listeners, k);
  listener.place.target.removeEventListener(listener.type, listener.callback, listener.capture);
  if (!listener.isRemoved) remove(listener);
}

function snapshot({ place, type }, capture) {
  return place.list.filter(it => it.type === type && it.capture === capture && !isGone(it));
}

/** Advances the running dispatch to a listener that is called. */
function expectListener(listener) {
  const dispatched = dispatches.at(-1);
  if (dispatched?.place !== listener.place || dispatched.type !== listener.type) {
    return problem('a listener was called for another event');
  }
  if (dispatched.stopsNow) return problem('a listener was called after stopImmediatePropagation');
  if (dispatched.phase === 0 && !listener.capture) nextPhase(dispatched);
  const { expected } = dispatched;
  const at = expected.indexOf(listener, dispatched.next);
  // During an abort, it depends on the listener's place among the abort algorithms whether it is still called. And if
  // no script is running, microtasks run between the algorithms of a signal and those of its dependents.
  const isBetween = listener.signal?.aborted && listener.signal.account.sources.length;
  if (at < 0) return aborting || isBetween || problem('an unexpected listener was called');
  passOver(expected.slice(dispatched.next, at));
  dispatched.next = at + 1;
}

function nextPhase(dispatched) {
  passOver(dispatched.expected.slice(dispatched.next));
  dispatched.phase = 1;
  dispatched.next = 0;
  if (dispatched.stopsAfterPhase) problem('a listener was called after stopPropagation');
  dispatched.expected = snapshot(dispatched, false);
}

function passOver(list) {
  if (!aborting && list.some(listener => !isGone(listener))) problem('a listener was not called');
}

function dispatch(k, type) {
  const { target, list } = pick(targets, k);
  if (depth >= DEPTH || calls >= CALLS || isOver) return;
  calls++;
  const dispatched = { place: pick(targets, k), type, phase: 0, next: 0 };
  dispatched.expected = snapshot(dispatched, true);
  dispatches.push(dispatched);
  const options = { cancelable: true, detail: list };
  target.dispatchEvent(k % 2 ? new Event(type, options) : new CustomEvent(type, options));
  if (dispatches.pop() !== dispatched) problem('dispatches are not nested');
  if (dispatched.stopsNow) return;
  if (dispatched.phase === 0 && !dispatched.stopsAfterPhase) nextPhase(dispatched);
  passOver(dispatched.expected.slice(dispatched.next));
}

/** Listeners that are not functions, and their getters. */
function strangeListener(kind, k, body) {
  if (calls++ >= CALLS) return;
  const { target } = pick(targets, k);
  const strange = [
    { get handleEvent() { call(body, SOME, UNKNOWN); throw thing(k); } },
    { handleEvent: () => call(body, SOME, UNKNOWN) },
    { handleEvent: thing(k) },
    new Proxy(() => {}, { apply() { throw thing(k); } }),
    class {}, null, Object.create(null),
  ];
  target.addEventListener('strange', pick(strange, kind), { get once() { collect(); return k % 2 === 0; } });
  target.dispatchEvent(new Event('strange'));
}

function onGlobal(type, body, prevents) {
  addEventListener(type, event => {
    if (prevents) event.preventDefault();
    call(body, SOME, UNKNOWN);
  }, { once: true });
}

// ---- Messages.

function channel() {
  const { port1, port2 } = new MessageChannel();
  addPort(port1);
  addPort(port2);
  ports.at(-1).other = ports.at(-2);
  ports.at(-2).other = ports.at(-1);
}

function addPort(port, isUnknown = false) {
  const account = { port, isUnknown, last: -1, other: undefined };
  port.addEventListener('message', ({ data, ports: received }) => {
    for (const it of received) addPort(it, true);
    const entry = entries[data.id];
    if (account.last >= data.id) problem(`${name(entry)} was received out of order`);
    account.last = data.id;
    run(entry, entry.body, NONE, entry.v);
  });
  ports.push(account);
}

function uncertain(account) {
  account.isUnknown = true;
  if (account.other) account.other.isUnknown = true;
}

function send(k, j, kind, body, v) {
  if (!ports.length) return;
  const account = pick(ports, k), entry = open('message', { account, body, v });
  const transferred = kind === 1 ? pick(ports, j) : undefined;
  const data = { id: entry.id, thing: kind === 2 ? thing(j) : new Map([[1, new Uint8Array(j)]]) };
  try {
    account.port.postMessage(data, transferred ? [transferred.port] : kind === 3 ? [data.thing.get(1).buffer] : []);
  } catch {
    return close(entry, 'refused');
  }
  // The other port may have been transferred: then the message may be where nobody listens.
  if (transferred) uncertain(transferred);
}

const startPort = k => ports.length && pick(ports, k).port.start();

function closePort(k) {
  if (!ports.length) return;
  uncertain(pick(ports, k));
  pick(ports, k).port.close();
}

/** A channel that only the loop keeps alive. */
function droppedChannel(body) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => call(body, SOME, UNKNOWN);
  port2.onclose = () => call(body, SOME, UNKNOWN);
  port2.postMessage('dropped');
}

function broadcastChannel(k) {
  const account = { name: `channel ${k % 3}`, isClosed: false, entries: [] };
  account.channel = new BroadcastChannel(account.name);
  account.channel.onmessage = ({ data }) => {
    const entry = account.entries.find(it => it.number === data);
    if (!entry) return problem('a channel received a message that was not for it');
    run(entry, entry.body, NONE, entry.v);
  };
  channels.push(account);
}

function broadcast(k, body, v) {
  if (!channels.length) return;
  const from = pick(channels, k);
  if (from.isClosed) return;
  const number = entries.length;
  for (const it of channels) {
    if (it !== from && it.name === from.name && !it.isClosed) it.entries.push(open('broadcast', { number, body, v }));
  }
  from.channel.postMessage(number);
}

function closeChannel(k) {
  if (!channels.length) return;
  const account = pick(channels, k);
  account.channel.close();
  account.isClosed = true;
  for (const entry of account.entries) close(entry, 'closed');
}

// ---- Everything else.

function thing(k) {
  const self = new Error('refers to itself');
  self.cause = self;
  self.message = [self];
  const getter = new Error();
  for (const key of ['message', 'name', 'stack', 'cause']) {
    Object.defineProperty(getter, key, { get() { throw self; } });
  }
  const all = new AggregateError([self, getter], 'all');
  all.errors.push(all);
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const list = [
    undefined, null, 0, '', 'text', 10n, Symbol('s'), NaN, self, getter, all, new Error('an error'), new TypeError('T'),
    new DOMException('m', 'AbortError'), revoked.proxy, new Proxy(self, {}), () => {}, class A {}, Object.create(null),
    { toString() { throw self; } }, [self, [self]], 'x'.repeat(1000), new Proxy([], { get() { throw self; } }),
    { then() { throw self; } }, { get then() { throw self; } }, new Date(NaN), new Map([[self, self]]), globalThis,
    other.eval('new Error("from elsewhere")'), new EventTarget(), new WeakRef(self), /r/g, new Uint8Array(3),
  ];
  return pick(list, k);
}

const reject = k => void Promise.reject(thing(k));

function rejectLate(k, delay) {
  const promise = Promise.reject(thing(k));
  setTimeout(() => promise.catch(() => {}), delay);
}

const report = k => reportError(thing(k));

function clone(k) {
  try {
    structuredClone(thing(k), { transfer: k % 3 ? [] : [new ArrayBuffer(8)] });
  } catch {
    // Many things cannot be cloned.
  }
}

function mark(k) {
  performance.mark(`mark ${k % 5}`, { detail: k });
  if (k % 3 === 0) performance.measure('measure', `mark ${k % 5}`);
  if (k % 7 === 0) performance.clearMarks(`mark ${k % 5}`);
}

function observe(body) {
  const observer = new PerformanceObserver(() => call(body, NONE, UNKNOWN));
  observer.observe({ type: 'mark', buffered: true });
  observers.push(observer);
}

const registry = new FinalizationRegistry(body => call(body, SOME, UNKNOWN));
const finalize = body => registry.register({}, body);

function platform(kind, k) {
  const signal = pick(signals, k);
  const promised = [
    () => new Blob(['a', new Uint8Array(k), new Blob(['b'])]).text(),
    () => new Blob([String(k)]).slice(0, k).arrayBuffer(),
    () => crypto.subtle.digest('SHA-256', new Uint8Array(k)),
    () => fetch(`data:text/plain,${k}`, { signal }),
    () => fetch('data:application/json,{"a":1}').then(response => response.json()),
    () => new Response('body').text(),
    () => new Request('data:,x', { method: 'POST', body: new URLSearchParams({ k }) }).formData(),
    () => scheduler.postTask(async () => { throw thing(k); }, { signal }),
    () => Promise.any([scheduler.yield(), Promise.reject(thing(k))]),
    () => import(`no module ${k}`),
  ];
  settles(open('promise'), pick(promised, kind)());
}

function within(value, body, e) {
  try {
    if (variable) variable.run(value, call, body, e, value);
    else call(body, e, UNKNOWN);
  } catch {
    // The value is restored.
  }
}

const callbacks = [], ofRust = [];
globalThis.callBack = number => callbacks[number]();

/** Tasks that Rust posts wait in the same queues. */
function rust(kind, options, body, ends) {
  const { signal, priority, delay } = kind === 2 ? { priority: options.priority } : options;
  const entry = open('Rust task', stateOf(signal, priority));
  const isAborted = signal?.aborted;
  const callback = () => {
    if (kind === 0) starts(entry);
    else if (signal?.aborted) problem(`${name(entry)} goes on after its signal was aborted`);
    return run(entry, body, entry, UNKNOWN);
  };
  if (kind === 2) return callRust(priority, callbacks.push(callback) - 1);
  const handle = kind === 0 ? postRust(options, callback, ends) : spawnRust(options, callback);
  if (handle === 'aborted' || isAborted) return close(entry, 'aborted');
  if (kind === 0 && !(delay > 0)) waiting.push(entry);
  if (handle !== undefined) ofRust.push({ entry, handle });
}

/** Aborts a task or a future of Rust, or changes its priority. */
function changeRust(k, priority) {
  if (!ofRust.length) return;
  const { entry, handle } = pick(ofRust, k);
  removeFrom(waiting, entry);
  entry.isUnknown = true;
  if (priority !== undefined) return setRustPriority(handle, priority);
  abortRust(handle);
  close(entry, 'aborted');
}

/** A promise that Rust settles from elsewhere, or no longer can. */
const promiseOfRust = kind => settles(open('promise'), promiseFromRust(kind));

/** Aborts a signal as another thread would. Signals that depend on others only follow them. */
const abortFromRust = k => abortSignalFromRust(pick(signals.filter(({ account }) => !account.sources.length), k));

/** What a snapshot of the variables is worth later. */
function takeSnapshot(kind, body, v) {
  if (!variable) return;
  const entry = open('snapshot'), callback = () => run(entry, body, SOME, v);
  const taken = new AsyncContext.Snapshot();
  const restored = kind % 2 ? AsyncContext.Snapshot.wrap(callback) : () => taken.run(callback);
  if (kind < 2) setTimeout(() => variable.run('another', restored), kind);
  else variable.run('another', () => scheduler.postTask(restored));
}

function wait(delay, k) {
  if (!scheduler.wait) return;
  settles(open('promise'), scheduler.wait(delay, k % 2 ? { signal: pick(signals, k) } : {}));
}

const READS = ['readAsText', 'readAsArrayBuffer', 'readAsDataURL', 'readAsBinaryString'];

/** Reads a blob. `loadend` is the last event of each read, except of those that a listener replaces by another. */
function read(kind, k, body) {
  const entry = open('reader', { times: 2 }), reader = new FileReader();
  let events = [], isReplaced = false;
  const start = () => reader[pick(READS, kind)](new Blob(['x'.repeat(k), new Uint8Array(k)]));
  for (const type of ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']) {
    reader.addEventListener(type, () => {
      if (events.includes('loadend')) problem(`${type} of a reader after loadend`);
      if (type !== 'abort' && !events.length !== (type === 'loadstart')) problem(`${type} of a reader is too early`);
      events.push(type);
      if (type === 'load' && k % 4 === 0 && !isReplaced) {
        isReplaced = true;
        events = [];
        start();
      }
      if (type === 'loadend') run(entry, body, NONE, UNKNOWN);
    });
  }
  start();
  if (k % 5 === 0) setTimeout(() => reader.abort(), k % 3);
}

/** A message to this window. */
function windowMessage(body, v) {
  const entry = open('message', { body, v });
  if (globalThis.postMessage) postMessage(entry.id, '*');
  else close(entry, 'refused');
}

addEventListener('message', ({ data }) => run(entries[data], entries[data].body, NONE, entries[data].v));

function text(k) {
  const expected = 'a\u{1F600}\u00e9\ufeff'.repeat(k % 7), bytes = new TextEncoder().encode(expected);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: k % 2 === 0 });
  let decoded = '';
  for (let i = 0; i < bytes.length; i++) decoded += decoder.decode(bytes.subarray(i, i + 1), { stream: true });
  if (decoded + decoder.decode() !== expected) problem('a text changed');
  const { read, written } = new TextEncoder().encodeInto(expected, new Uint8Array(k));
  if (written > k || read > expected.length) problem('encodeInto wrote too much');
}

function form(k) {
  const sent = new FormData();
  for (let i = 0; i < k % 5; i++) sent.append(`name ${i % 2}`, i % 2 ? `value\r\n${i}` : new File([String(i)], 'a"b'));
  const compared = new Response(sent).formData().then(received => {
    if ([...received.keys()].join() !== [...sent.keys()].join()) problem('a form changed');
  });
  settles(open('promise'), compared);
}

function objectUrl(k) {
  const url = URL.createObjectURL(new Blob([String(k)]));
  const read = fetch(url).then(response => response.text()).then(text => {
    if (text !== String(k)) problem('the blob of a URL changed');
  });
  if (k % 2) URL.revokeObjectURL(url);
  settles(open('promise'), read);
}

function address(k) {
  const url = new URL(`?a=${k}&b=2&c=%ff&a=4`, 'https://user@example.com:8080/x/../y#f');
  for (const [name] of url.searchParams) if (k % 2) url.searchParams.delete(name);
  url.searchParams.append('\ud800', k);
  url.searchParams.sort();
  if (new URL(url.href).href !== url.href) problem('a URL is not parsed as it is printed');
}

/** Values that other functions of the host must survive. */
function use(kind, k) {
  const value = thing(k), printed = ['log', 'dir', 'table', 'group', 'groupEnd', 'assert', 'trace', 'count', 'timeEnd'];
  const uses = [
    () => console[pick(printed, k)](value, { value }), () => console.log('%s %d %o %c', value, value, value, value),
    () => console[pick(printed, k)]([value], value), () => JSON.stringify({ value, again: [value] }),
    () => [value, [value]].join(), () => [value, [value]].flat(k), () => [value].toLocaleString(),
    () => btoa(value), () => atob(value), () => new Headers({ value }), () => new Blob([value]),
    () => new AbortController().abort(value), () => Promise.reject(value).catch(() => {}),
    () => new DOMException(value, value), () => new Event(value, value), () => crypto.getRandomValues(value),
    () => new MessageEvent('message', { data: value, ports: value }), () => new PromiseRejectionEvent('x', value),
    () => clearTimeout(value), () => new URLSearchParams(value), () => performance.measure('m', value),
    () => new other.AbortController().abort(value), () => dispatchEvent.call(value, value),
    () => navigator.scheduling?.isInputPending?.(value), () => crypto.randomUUID(),
  ];
  try {
    pick(uses, kind)();
  } catch {
    // Most of these refuse most values.
  }
}

function inspectEntries(k) {
  performance.getEntries();
  performance.getEntriesByType('mark');
  performance.getEntriesByName(`mark ${k % 5}`);
  const observer = pick(observers, k);
  if (k % 3 === 0) observer?.takeRecords();
  if (k % 3 === 1) observer?.disconnect();
}

// ---- The end.

/** Ends what would go on for ever, and receives what was never received. */
function finish() {
  isOver = true;
  for (const { port } of ports) port.start();
}

/** Closes what keeps the program alive. */
function closeAll() {
  for (const { port } of ports) port.close();
  for (const { channel } of channels) channel.close();
  for (const { entry, handle } of timers) if (entry.kind === 'interval') clearInterval(handle);
}

function verdict() {
  checkSignals();
  for (const entry of entries) {
    const isCertain = !entry.account?.isUnknown && !entry.account?.other?.isUnknown;
    if (entry.mustSettle) {
      if (!entry.settled) problem(`${name(entry)} was never settled`);
      if (entry.kind !== 'task' || entry.ran) continue;
      if (entry.how === 'fulfilled') problem(`${name(entry)} is fulfilled but never ran`);
      if (!entry.signal?.aborted) problem(`${name(entry)} was lost`);
    } else if (entry.kind === 'interval') {
      if (entry.ran < entry.times && !entry.over) problem(`${name(entry)} ran only ${entry.ran} times`);
    } else if (!entry.ran && !entry.over && !entry.signal?.aborted && isCertain) {
      problem(`${name(entry)} was lost`);
    }
  }
  return problems.join('\n');
}

// Fake timers, on the clock of the tests: while they are installed, time only passes when the test moves it.
//
// A timer is an entry of a table. When the test moves time and waits for it, the entries that are due become timers of
// the event loop, so that their orders can be explored. When it moves time at once, they are called one after the
// other.

import runner from 'posttask:session';

const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout, Date: RealDate } = globalThis;

const NAMES = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
];

/** The most timers that fire while the test waits for all of them. */
let mostLoops = 10_000;

const state = {
  /** What each replaced global was; `null` if nothing is replaced. */
  replaced: null,
  /** Whether timers are replaced, so that time is held. */
  isHeld: false,
  /** Whether timers are objects, as in Node, which alone has immediates. */
  isNode: false,
  /** By number. */
  entries: new Map(),
  /** Larger than the numbers of real timers, so that none is taken for another. */
  count: 1e12,
  /** Until when the test moves time, while it waits for it. */
  until: null,
  /** How often timers became real again. A move that waits for others until then moves nothing. */
  generation: 0,
  /** A promise of the end of the last move in the loop, while there is one. */
  moving: null,
  /** Whether a callback runs. */
  isFiring: false,
  /** What is added to the real time of dates, or the time at which they stand still. */
  offset: 0,
  fixed: null,
};

const clock = () => runner.clock();
const now = () => runner.now();

export const areFaked = () => state.replaced !== null;
export const isTimeHeld = () => state.isHeld;

function due(entry) {
  return entry.due;
}

function next() {
  let first;
  for (const entry of state.entries.values()) if (first === undefined || due(entry) < due(first)) first = entry;
  return first;
}

/** Lets the event loop run an entry that is due before the time that the test waits for. */
function plan(entry) {
  if (state.until === null || entry.due > state.until || entry.timer !== undefined) return;
  entry.timer = setRealTimeout(
    () => {
      entry.timer = undefined;
      fire(entry);
    },
    Math.max(0, entry.due - now()),
  );
}

function unplan(entry) {
  if (entry.timer !== undefined) clearRealTimeout(entry.timer);
  entry.timer = undefined;
}

function fire(entry) {
  if (!state.entries.has(entry.number)) return;
  if (entry.every === undefined) {
    state.entries.delete(entry.number);
  } else {
    entry.due = Math.max(entry.due, now()) + Math.max(1, entry.every);
    entry.order = state.count++;
    state.entries.delete(entry.number);
    state.entries.set(entry.number, entry);
    plan(entry);
  }
  state.isFiring = true;
  try {
    entry.callback.apply(entry.timeout ?? globalThis, entry.args);
  } finally {
    state.isFiring = false;
  }
}

/** What `setImmediate` returns in Node. */
class Immediate {
  #isReferenced = true;
  #entry;

  constructor(entry) {
    this.#entry = entry;
  }

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

  [Symbol.toPrimitive]() {
    return this.#entry.number;
  }

  [Symbol.dispose]() {
    remove(this);
  }
}

/** What `setTimeout` and `setInterval` return in Node. */
class Timeout extends Immediate {
  #entry;

  constructor(entry) {
    super(entry);
    this.#entry = entry;
  }

  /** Starts the time again, also after the timer has fired, but not after it was cleared. */
  refresh() {
    const entry = this.#entry;
    if (entry.isCleared) return this;
    unplan(entry);
    start(entry);
    return this;
  }

  close() {
    remove(this);
    return this;
  }
}

/** Puts an entry behind those that are due at the same time. */
function start(entry) {
  entry.due = now() + entry.wait;
  state.entries.delete(entry.number);
  state.entries.set(entry.number, entry);
  plan(entry);
}

function add(callback, delay, args, every, Class = Timeout) {
  if (typeof callback !== 'function') throw new TypeError('the callback of a timer must be a function');
  // A timer that another one sets comes later, so that moving time by nothing ends.
  const least = state.isFiring ? 1 : 0;
  const wait = Math.max(least, Math.min(Math.trunc(Number(delay)) || 0, 2 ** 31 - 1));
  const number = ++state.count;
  const entry = { number, callback, args, wait, every: every ? wait : undefined };
  if (state.isNode) entry.timeout = new Class(entry);
  start(entry);
  return entry.timeout ?? number;
}

function remove(number) {
  const entry = state.entries.get(Number(number));
  if (entry === undefined) {
    clearRealTimeout(number);
    return;
  }
  unplan(entry);
  entry.isCleared = true;
  state.entries.delete(entry.number);
}

const fakes = {
  setTimeout: (callback, delay, ...args) => add(callback, delay, args, false),
  setInterval: (callback, delay, ...args) => add(callback, delay, args, true),
  setImmediate: (callback, ...args) => add(callback, 0, args, false, Immediate),
  clearTimeout: remove,
  clearInterval: remove,
  clearImmediate: remove,
};

/** The time of dates, in milliseconds since 1970. */
const today = () => (state.fixed === null ? RealDate.now() + state.offset : state.fixed);

/** `Date` with the time that the test has set. */
function fakeDate() {
  const Fake = function Date(...args) {
    if (!new.target) return new RealDate(today()).toString();
    const date = args.length === 0 ? new RealDate(today()) : new RealDate(...args);
    return Object.setPrototypeOf(date, new.target.prototype);
  };
  Object.defineProperty(Fake, 'length', { value: 7 });
  Fake.prototype = RealDate.prototype;
  return Object.assign(Fake, { now: today, parse: RealDate.parse, UTC: RealDate.UTC });
}

/** Sets the time of dates. It passes with that of the timers, or stands still without fake timers. */
export function setSystemTime(time = RealDate.now()) {
  const set = new RealDate(time).valueOf();
  const passes = state.isHeld || state.until === Number.POSITIVE_INFINITY;
  state.fixed = passes ? null : set;
  state.offset = set - RealDate.now();
  if (globalThis.Date === RealDate) globalThis.Date = fakeDate();
  state.isDateSet = true;
}

export const getMockedSystemTime = () =>
  state.isDateSet ? new RealDate(today()) : areFaked() ? new RealDate() : null;
export const getRealSystemTime = () => RealDate.now();

export function useFakeTimers({ now: time, toFake, toNotFake = [], shouldAdvanceTime, loopLimit } = {}) {
  useRealTimers();
  const wanted = (toFake ?? NAMES).filter(name => !toNotFake.includes(name));
  state.replaced = {};
  state.isNode = globalThis.setImmediate !== undefined;
  mostLoops = loopLimit ?? 10_000;
  for (const [name, fake] of Object.entries(fakes)) {
    if (!wanted.includes(name) || globalThis[name] === undefined) continue;
    state.replaced[name] = globalThis[name];
    Object.defineProperty(fake, 'clock', { value: true, configurable: true });
    globalThis[name] = fake;
  }
  state.isHeld = 'setTimeout' in state.replaced && !shouldAdvanceTime;
  if (state.isHeld) runner.fakeTime();
  if ('setTimeout' in state.replaced && shouldAdvanceTime) state.until = Number.POSITIVE_INFINITY;
  if (time !== undefined) setSystemTime(time);
}

export function useRealTimers() {
  clearAllTimers();
  for (const [name, original] of Object.entries(state.replaced ?? {})) {
    globalThis[name] = original;
  }
  if (state.isHeld) runner.realTime();
  globalThis.Date = RealDate;
  state.generation++;
  Object.assign(state, {
    replaced: null,
    isHeld: false,
    until: null,
    moving: null,
    offset: 0,
    fixed: null,
    isDateSet: false,
  });
}

export function clearAllTimers() {
  for (const entry of state.entries.values()) unplan(entry);
  state.entries.clear();
}

export const getTimerCount = () => state.entries.size;

function check(name) {
  if (state.replaced === null) {
    throw new Error(`${name}: a call of useFakeTimers() must come first, because timers are not replaced`);
  }
}

function check_loops(count) {
  if (count > mostLoops) throw new Error(`Aborting after running ${mostLoops} timers, assuming an infinite loop!`);
}

/** Moves time until the event loop has run what is due by then. */
async function moveTo(time) {
  state.until = time;
  for (const entry of state.entries.values()) plan(entry);
  try {
    const ms = Math.max(0, time - now());
    runner.movesTime(ms);
    // Time that is held passes exactly: only one order would be explored.
    runner.realTime();
    await clock().advance(ms);
  } finally {
    if (state.isHeld) runner.fakeTime();
    state.until = null;
    for (const entry of state.entries.values()) unplan(entry);
  }
  // A chain of short timers is slower in the event loop: HTML makes the sixth of them wait for 4 ms.
  runUntil(time);
}

/** Moves the time of dates that stand still. */
export function moveDates(ms) {
  if (state.fixed !== null) state.fixed += ms;
}

function skip(ms) {
  if (ms <= 0) return;
  runner.skipTime(ms);
  moveDates(ms);
}

/** Calls what is due by a time, one after the other. */
function runUntil(time) {
  let count = 0;
  for (let entry = next(); entry !== undefined && entry.due <= time; entry = next()) {
    check_loops(++count);
    skip(entry.due - now());
    const { until } = state;
    state.until = Number.NEGATIVE_INFINITY;
    try {
      fire(entry);
    } finally {
      state.until = until;
    }
  }
  skip(time - now());
}

function tellThatTheLoopIsSkipped(name) {
  runner.note(
    `fake timers: ${name} calls timers without the event loop, so their orders are not explored: ` +
      `await ${name}Async instead`,
  );
}

const last = () => Math.max(now(), ...[...state.entries.values()].map(due));

/** The time until no timer waits that waits now. */
export const timeToLast = () => last() - now();

/** What `mock.timers` of node:test does. */
export function moveAtOnce(ms, name) {
  runner.note(`${name} calls timers without the event loop, so their orders are not explored: use t.clock instead`);
  runUntil(now() + ms);
}

/** The functions that move time at once. */
export const atOnce = {
  advanceTimersByTime(ms) {
    check('advanceTimersByTime');
    tellThatTheLoopIsSkipped('advanceTimersByTime');
    runUntil(now() + ms);
  },
  advanceTimersToNextTimer(steps = 1) {
    check('advanceTimersToNextTimer');
    tellThatTheLoopIsSkipped('advanceTimersToNextTimer');
    for (let step = 0; step < steps && next() !== undefined; step++) runUntil(next().due);
  },
  runAllTimers() {
    check('runAllTimers');
    tellThatTheLoopIsSkipped('runAllTimers');
    for (let count = 1; next() !== undefined; count++) {
      check_loops(count);
      runUntil(next().due);
    }
  },
  runOnlyPendingTimers() {
    check('runOnlyPendingTimers');
    tellThatTheLoopIsSkipped('runOnlyPendingTimers');
    runUntil(last());
  },
};

/** Moves time when the moves that the test does not wait for have ended. */
async function afterOthers(move) {
  const { moving: others, generation } = state;
  let end;
  state.moving = new Promise(resolve => (end = resolve));
  const own = state.moving;
  try {
    if (others !== null) await others;
    if (state.generation === generation) await move();
  } finally {
    end();
    if (state.moving === own) state.moving = null;
  }
}

/** The functions that let the event loop move time. */
export const inTheLoop = {
  async advanceTimersByTimeAsync(ms) {
    check('advanceTimersByTimeAsync');
    await afterOthers(() => moveTo(now() + ms));
  },
  async advanceTimersToNextTimerAsync(steps = 1) {
    check('advanceTimersToNextTimerAsync');
    await afterOthers(async () => {
      for (let step = 0; step < steps && next() !== undefined; step++) await moveTo(next().due);
    });
  },
  async runAllTimersAsync() {
    check('runAllTimersAsync');
    await afterOthers(async () => {
      await clock().idle();
      for (let count = 1; next() !== undefined; count++) {
        check_loops(count);
        await moveTo(next().due);
      }
    });
  },
  async runOnlyPendingTimersAsync() {
    check('runOnlyPendingTimersAsync');
    await afterOthers(() => moveTo(last()));
  },
};

/** Waits for some milliseconds: with fake timers, time moves by them. */
export function pause(ms) {
  if (state.isHeld) return moveTo(now() + ms);
  return new Promise(resolve => setRealTimeout(resolve, ms));
}

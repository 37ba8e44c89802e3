// The program's clocks, which show the times of the recording. posttask's virtual time stands still while a task runs,
// except in a loop that waits: the rules are those of `VirtualTime`.

const INITIAL_LIMIT = 100_000, REDUCED_LIMIT = 1_000, READINGS_PER_MILLISECOND = 100;

/** 2000-01-01T00:00:00Z. */
const ORIGIN = 946_684_800_000;

export class VirtualClock {
  #now = 0;
  #readings = 0;
  #limit = INITIAL_LIMIT;

  /** Sets the time of a step. */
  jump(to) {
    if (to === this.#now) return;
    this.#readings = 0;
    this.#now = to;
  }

  get now() {
    return this.#now;
  }

  /** The program reads the time. */
  read() {
    this.turn();
    return this.#now;
  }

  /** A turn of the loop begins, which counts as a reading. */
  turn() {
    if (++this.#readings === this.#limit + READINGS_PER_MILLISECOND) {
      this.#limit = this.#readings = REDUCED_LIMIT;
      this.#now++;
    }
  }
}

/** Replaces `Date` and the clock of `performance`. */
export function installClock(clock, global) {
  const date = () => Math.floor(ORIGIN + clock.read());
  const NativeDate = global.Date;
  global.Date = new Proxy(NativeDate, {
    apply: () => new NativeDate(date()).toString(),
    construct: (target, given, newTarget) => Reflect.construct(target, given.length ? given : [date()], newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  const now = { now: date }.now;
  const { performance } = global;
  const { mark, measure } = performance;
  const define = (name, value) =>
    Object.defineProperty(performance, name, { value, writable: true, configurable: true });
  define('now', () => clock.read());
  define('timeOrigin', ORIGIN);
  define('mark', (name, options) => mark.call(performance, name, { startTime: clock.read(), ...options }));
  define('measure', (name, start, end) => {
    if (typeof start === 'object' && start) {
      const hasEnd = start.end !== undefined || start.duration !== undefined;
      return measure.call(performance, name, hasEnd ? start : { end: clock.read(), ...start });
    }
    return measure.call(performance, name, { start: start ?? 0, end: end ?? clock.read() });
  });
}

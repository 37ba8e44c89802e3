// An event loop that runs work in the order of a recording. Microtasks stay those of the engine: each call of a
// callback is in a turn of the host's event loop of its own, so that all microtasks have run before the next one.

/** 1 is "1st". */
function ordinal(number) {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${(!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

/** Whether a place of the recording and a place of this engine are in the same line. They count columns differently. */
export function isSameLine(recorded, actual) {
  const parts = place => /^(.*):(\d+):\d+$/.exec(place)?.slice(1);
  const [file, line] = parts(recorded) ?? [];
  const [url, actualLine] = parts(actual) ?? [];
  // Source text that is in no file, and what no place is known of, cannot be compared.
  if (line === undefined || actualLine === undefined || /[<>[\]]/.test(file)) return true;
  const path = file.replace(/^(\.\.\/)+/, '');
  return line === actualLine && (url === path || url.endsWith(`/${path}`));
}

/**
 * The recording has `work`, everything that the program scheduled: its `kind` and, if it is known, its `place`; and
 * `steps`: which work runs (an index), `at` which time, and what had been `scheduled` and `printed` until then.
 *
 * The host has these methods: `nextTurn(callback)` calls back after all microtasks; `fail(message)` tells that the
 * program does not fit the recording; `place()` returns where the program made the current call, or undefined;
 * `waits()` is called if the next step cannot run yet: the host calls `end` when nothing else can happen;
 * `callbackThrows()` is called if a callback throws an exception, which is then uncaught.
 */
export class ControlledLoop {
  #recording;
  #host;
  /** For each kind, the indices of its work. */
  #ofKind = new Map();
  /** How much work of each kind the program has scheduled. */
  #counts = new Map();
  #scheduled = 0;
  #printed = 0;
  /** The steps of the work that has not run, by index. */
  #waiting = new Map();
  #position = 0;
  #running;
  /** What runs before the rest of the running work. */
  #interruptions = [];
  #isIdle = true;
  #isOver = false;
  #jumped = () => {};

  constructor(recording, host) {
    this.#recording = recording;
    this.#host = host;
    recording.work.forEach(({ kind }, index) => {
      if (!this.#ofKind.has(kind)) this.#ofKind.set(kind, []);
      this.#ofKind.get(kind).push(index);
    });
  }

  /** Sets what is called with the time of each step, before it runs. */
  set onStep(callback) {
    this.#jumped = callback;
  }

  get recording() {
    return this.#recording;
  }

  /**
   * The program schedules work. `run` is a generator function that yields functions: each is called in a turn of its
   * own. Returns the index of the work. Work that the host schedules has no place.
   */
  schedule(kind, run, isOfHost = false) {
    if (this.#isOver) return -1;
    const count = this.#counts.get(kind) ?? 0;
    const index = this.#ofKind.get(kind)?.[count];
    const place = isOfHost ? undefined : this.#host.place();
    const where = place ? ` at ${place}` : '';
    if (index === undefined) {
      this.#diverge(`the program scheduled a ${ordinal(count + 1)} "${kind}"${where}; in posttask, it did not`);
      return -1;
    }
    const recorded = this.#recording.work[index].place;
    if (recorded && place && !isSameLine(recorded, place)) {
      this.#diverge(`the program scheduled its ${ordinal(count + 1)} "${kind}"${where}; in posttask, at ${recorded}`);
      return -1;
    }
    this.#counts.set(kind, count + 1);
    this.#scheduled++;
    this.#waiting.set(index, run);
    this.wake();
    return index;
  }

  /** What was recorded of the next work of a kind. */
  next(kind) {
    return this.#recording.work[this.#ofKind.get(kind)?.[this.#counts.get(kind) ?? 0]];
  }

  /** Work will not run. */
  cancel(index) {
    return this.#waiting.delete(index);
  }

  /** The program has printed something. */
  printed() {
    this.#printed++;
    this.wake();
  }

  /** Runs steps before anything else, in the next turn. */
  interrupt(steps) {
    this.#interruptions.push(steps);
    this.wake();
  }

  /** The program uses something whose time nobody can decide. */
  stop(what) {
    if (!this.#isOver) this.#diverge(`the program uses ${what}, which a replay does not control`);
  }

  /** Something happened that the next step may wait for. */
  wake() {
    if (!this.#isIdle || this.#isOver) return;
    this.#isIdle = false;
    this.#host.nextTurn(this.turn);
  }

  /** Nothing is left that could wake the loop. Returns whether the recording has been replayed to its end. */
  end() {
    const step = this.#recording.steps[this.#position];
    if (this.#isOver || !step) return !this.#isOver;
    this.#diverge(this.#missing(step));
    return false;
  }

  /** One turn of the loop. */
  turn = () => {
    if (this.#isOver) return;
    if (this.#interruptions.length || this.#running || this.#begin()) this.#advance();
  };

  #begin() {
    const step = this.#recording.steps[this.#position];
    if (!step || !this.#isReady(step)) {
      this.#isIdle = true;
      if (step) this.#host.waits();
      return false;
    }
    const run = this.#waiting.get(step.work);
    this.#waiting.delete(step.work);
    this.#position++;
    this.#jumped(step.at);
    this.#running = run(step);
    return true;
  }

  #advance() {
    let call;
    let hasReturned = false;
    try {
      const { value, done } = (this.#interruptions[0] ?? this.#running).next();
      if (!done) call = value;
      else if (this.#interruptions.length) this.#interruptions.shift();
      else this.#running = undefined;
      // No `catch`: debuggers pause where an uncaught exception is thrown.
      call?.();
      hasReturned = true;
    } finally {
      if (!hasReturned) this.#host.callbackThrows();
      this.#host.nextTurn(this.turn);
    }
  }

  #isReady({ work, scheduled, printed }) {
    if (this.#scheduled > scheduled || this.#printed > printed) {
      this.#diverge(
        `the program has scheduled ${this.#scheduled} pieces of work and printed ${this.#printed} times; ` +
        `in posttask, ${scheduled} and ${printed}`,
      );
      return false;
    }
    return this.#scheduled === scheduled && this.#printed === printed && this.#waiting.has(work);
  }

  /** What a step is still waiting for. */
  #missing({ work, scheduled, printed }) {
    const name = index => {
      const { kind, place } = this.#recording.work[index];
      const number = this.#ofKind.get(kind).indexOf(index) + 1;
      return `the ${ordinal(number)} "${kind}"${place ? `, scheduled at ${place},` : ''}`;
    };
    const isScheduled = index => this.#ofKind.get(this.#recording.work[index].kind).indexOf(index) <
      (this.#counts.get(this.#recording.work[index].kind) ?? 0);
    if (isScheduled(work) && !this.#waiting.has(work)) return `${name(work)} runs in posttask; here, it was canceled`;
    const missing = Array.from({ length: scheduled }, (_, index) => index).find(index => !isScheduled(index));
    if (missing !== undefined) return `${name(missing)} is in posttask before this step; here, it is not`;
    return `the program has printed ${this.#printed} times; in posttask, ${printed}`;
  }

  #diverge(what) {
    this.#isOver = true;
    const { steps } = this.#recording;
    const step = Math.min(this.#position + 1, steps.length);
    this.#host.fail(`the program does not do what it did in posttask, before step ${step} of ${steps.length}: ${what}`);
  }
}

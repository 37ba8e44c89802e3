// Types of programs that run on posttask, for editors. Add this file to a project whose `lib` includes "dom".
//
// TypeScript's lib.dom.d.ts (5.9 and later) declares the scheduler as browsers ship it. This file adds the rest of the
// specification and what is specific to posttask. "dom" also declares document, which
// posttask does not have. The script of a worker needs the `lib` "webworker" instead.

/** A task of over 50 ms, with the microtasks after it. Only with `posttask run --long-tasks`. */
interface PerformanceLongTaskTiming extends PerformanceEntry {
  readonly attribution: ReadonlyArray<TaskAttributionTiming>;
}

/** What a long task is attributed to: always the window. */
interface TaskAttributionTiming extends PerformanceEntry {
  readonly containerType: string;
  readonly containerSrc: string;
  readonly containerId: string;
  readonly containerName: string;
}

/** Options of `scheduler.yield()`. By default, the continuation inherits signal and priority of the current task. */
interface SchedulerYieldOptions {
  /** The signal that can abort the continuation; `"inherit"` means the signal of the current task. */
  signal?: AbortSignal | "inherit";
  /** A fixed priority, which overrides that of the signal; `"inherit"` means the priority of the current task. */
  priority?: TaskPriority | "inherit";
}

interface Scheduler {
  /** Runs `callback` in a task. The promise settles with its result, or rejects with the abort reason of the signal. */
  postTask<T>(callback: () => T | PromiseLike<T>, options?: SchedulerPostTaskOptions): Promise<T>;
  /** Continues in a new task, which runs before other tasks of the same priority. */
  yield(options?: SchedulerYieldOptions): Promise<void>;
  /**
   * Waits for some milliseconds, and then like a task of the current priority. A proposal: only with
   * `--experimental scheduler-wait`.
   */
  wait(delay: number): Promise<void>;
  /**
   * The signal that determines the priority of the current task, or a new one with its fixed priority. A proposal: only
   * with `--experimental current-task-signal`.
   */
  readonly currentTaskSignal: TaskSignal;
}

/** https://wicg.github.io/is-input-pending/. Only with `--input`. */
interface Navigator {
  readonly scheduling?: Scheduling;
}

interface Scheduling {
  /** Whether input is waiting for its event to be dispatched. */
  isInputPending(options?: IsInputPendingOptions): boolean;
}

interface IsInputPendingOptions {
  /** Whether input counts of which there may be much, such as `mousemove`. */
  includeContinuous?: boolean;
}

/** In `lib.dom.d.ts`, `signal` is only the `AbortSignal` that `AbortController` declares. */
interface TaskController {
  readonly signal: TaskSignal;
}

/** The arguments of the program: everything after its file on the command line. */
declare const scriptArgs: readonly string[];

/** https://tc39.es/proposal-async-context/. A proposal: only with `--experimental async-context`. */
declare namespace AsyncContext {
  /** A value that follows asynchronous code. */
  class Variable<T> {
    constructor(options?: { name?: string; defaultValue?: T });
    readonly name: string;
    /** The value that the running code carries, or the default value. */
    get(): T | undefined;
    /** Calls a function with another value, which everything that it starts carries. */
    run<A extends unknown[], R>(value: T, callback: (...args: A) => R, ...args: A): R;
  }
  /** The values of all variables at the time when it is created. */
  class Snapshot {
    constructor();
    run<A extends unknown[], R>(callback: (...args: A) => R, ...args: A): R;
    /** Returns a function that calls another one with the current values. */
    static wrap<F extends (...args: never[]) => unknown>(callback: F): F;
  }
}

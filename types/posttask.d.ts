// Types of programs that run on posttask, for editors: part of the package for npm, or copied into a project.
//
// TypeScript declares the scheduler since version 6.0, as browsers ship it. This file declares all of it, so that older
// versions know it, too: interfaces and variables may be declared twice, if the types are the same. Only the type
// `TaskPriority`, which may not, is missing before 6.0. The file needs `lib` "dom" or "webworker", or @types/node.
// "dom" also declares document, which posttask does not have.

/** A `PerformanceEntry`, also where only values of this class are declared. */
interface LongTaskEntry {
  readonly name: string;
  readonly entryType: string;
  readonly startTime: number;
  readonly duration: number;
  toJSON(): any;
}

/** A task of over 50 ms, with the microtasks after it. Only with `posttask run --long-tasks`. */
interface PerformanceLongTaskTiming extends LongTaskEntry {
  readonly attribution: ReadonlyArray<TaskAttributionTiming>;
}

/** What a long task is attributed to: always the window. */
interface TaskAttributionTiming extends LongTaskEntry {
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
  priority?: "background" | "user-blocking" | "user-visible" | "inherit";
}

/** Options of `scheduler.postTask()`. */
interface SchedulerPostTaskOptions {
  /** In milliseconds. */
  delay?: number;
  /** A fixed priority, which overrides that of the signal. */
  priority?: "background" | "user-blocking" | "user-visible";
  /** The signal that can abort the task; that of a `TaskController` also determines its priority. */
  signal?: AbortSignal;
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

declare var scheduler: Scheduler;

interface Window {
  readonly scheduler: Scheduler;
}

interface TaskControllerInit {
  priority?: "background" | "user-blocking" | "user-visible";
}

/** Aborts tasks, and changes their priority. */
interface TaskController extends AbortController {
  readonly signal: TaskSignal;
  setPriority(priority: "background" | "user-blocking" | "user-visible"): void;
}

declare var TaskController: {
  prototype: TaskController;
  new (init?: TaskControllerInit): TaskController;
};

interface TaskSignalAnyInit {
  priority?: "background" | "user-blocking" | "user-visible" | TaskSignal;
}

interface TaskSignalEventMap {
  abort: Event;
  prioritychange: TaskPriorityChangeEvent;
}

/** An `AbortSignal` with a priority. */
interface TaskSignal extends AbortSignal {
  readonly priority: "background" | "user-blocking" | "user-visible";
  onprioritychange: ((this: TaskSignal, event: TaskPriorityChangeEvent) => any) | null;
  addEventListener<K extends keyof TaskSignalEventMap>(
    type: K,
    listener: (this: TaskSignal, event: TaskSignalEventMap[K]) => any,
    options?: boolean | { capture?: boolean; once?: boolean; passive?: boolean; signal?: AbortSignal },
  ): void;
  addEventListener(
    type: string,
    listener: ((event: any) => any) | { handleEvent(event: any): any },
    options?: boolean | { capture?: boolean; once?: boolean; passive?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener<K extends keyof TaskSignalEventMap>(
    type: K,
    listener: (this: TaskSignal, event: TaskSignalEventMap[K]) => any,
    options?: boolean | { capture?: boolean },
  ): void;
  removeEventListener(
    type: string,
    listener: ((event: any) => any) | { handleEvent(event: any): any },
    options?: boolean | { capture?: boolean },
  ): void;
}

declare var TaskSignal: {
  prototype: TaskSignal;
  new (): TaskSignal;
  /** Returns a signal that is aborted when one of these is. */
  any(signals: AbortSignal[], init?: TaskSignalAnyInit): TaskSignal;
};

interface TaskPriorityChangeEventInit {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
  previousPriority: "background" | "user-blocking" | "user-visible";
}

/** The priority of a signal has changed. */
interface TaskPriorityChangeEvent extends Event {
  readonly previousPriority: "background" | "user-blocking" | "user-visible";
}

declare var TaskPriorityChangeEvent: {
  prototype: TaskPriorityChangeEvent;
  new (type: string, priorityChangeEventInitDict: TaskPriorityChangeEventInit): TaskPriorityChangeEvent;
};

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

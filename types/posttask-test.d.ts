// Types of the module posttask:test, which files that run with `posttask test` can import. This file needs neither
// @types/node nor "dom".

declare module "posttask:test" {
  /**
   * Records what is scheduled and what runs from now on. The recording ends with the test, suite or file that calls
   * this. It contains the work of this test, suite or file, and of the tests in it. `warn` says which detectors run
   * with it: `true` for all, or a list as the command's option `--warn` takes it, such as
   * `"starvation=10,long-task=20ms"`.
   */
  export function record(options?: { warn?: boolean | string }): Recording;

  /** Passes if the functions with labels were called in this order. */
  export function assertOrder(recording: Recording, expected: readonly string[], message?: string | Error): void;

  /** Passes if no work waited for longer than the limits: see {@link Recording.starved}. */
  export function assertNoStarvation(recording: Recording, limits: Limits, message?: string | Error): void;

  /** Passes if no work ran while work of a higher priority was ready: see {@link Recording.inversions}. */
  export function assertNoInversions(recording: Recording, message?: string | Error): void;

  /** Ends the recording, and passes if its detectors have found nothing: see {@link Recording.warnings}. */
  export function assertNoWarnings(recording: Recording, message?: string | Error): void;

  /** What was scheduled and what ran since `record()` was called. */
  export interface Recording {
    /**
     * Returns a function that calls `fn` and adds the label to the order. The work that runs at that time gets the
     * label, and so do its continuations.
     */
    label<F extends (this: any, ...args: any[]) => unknown>(label: string, fn: F): F;
    /**
     * Returns the labels of the functions that were called, in the order of the calls. With `all`, it returns a name
     * for each piece of work that ran: its label, or its kind and where it was scheduled.
     */
    order(options?: { all?: boolean }): string[];
    /** Returns all work, in the order in which it was scheduled, as it is now. */
    tasks(): RecordedTask[];
    /** Returns how long work has waited, by the priority that it had when it started. `none` is work without one. */
    waits(): Record<Priority | "none", Waits>;
    /**
     * Returns the work that was ready for more than `ms` milliseconds, or while more than `tasks` other pieces of work
     * ran. It includes work that still waits, and work that was aborted while it waited.
     */
    starved(limits: Limits): RecordedTask[];
    /**
     * Returns when work ran while work of a higher effective priority was ready, in the order in which it ran, with the
     * priorities of that moment. Continuations rank above tasks of the same priority. Work without a priority, such as
     * a timer, ranks with `user-visible` tasks, as the specification recommends. Nothing waits for idle callbacks.
     */
    inversions(): Inversion[];
    /**
     * Ends the recording, because some problems are only known at the end, and returns what its detectors have found.
     * Throws if the recording was started without the option `warn`.
     */
    warnings(): RecordedWarning[];
    /** Ends the recording. What it has recorded can still be read. */
    stop(): void;
  }

  /** A piece of work. Times are in milliseconds of the test's clock, and `null` if they have not come. */
  export interface RecordedTask {
    /** The label of the first function with a label that was called in it, or of the task that it continues. */
    readonly label: string | null;
    readonly kind: WorkKind;
    /** Its priority when it started, or its priority now if it still waits. `null` if this kind of work has none. */
    readonly priority: Priority | null;
    /** Where the program scheduled it, such as `app.js:12:5`. */
    readonly location: string | null;
    readonly state: WorkState;
    readonly scheduledAt: number;
    /** When it was queued: at once, or after its delay. */
    readonly readyAt: number | null;
    readonly startedAt: number | null;
    readonly endedAt: number | null;
    /** For how long it was ready before it started or was aborted, or until now. `null` if it never was. */
    readonly waited: number | null;
    /**
     * How many other pieces of work ran during that time, also of other tests. Under virtual time, tasks take no time
     * unless they read the clock in a loop, so this says more than the milliseconds.
     */
    readonly overtakenBy: number | null;
  }

  export type Priority = "user-blocking" | "user-visible" | "background";

  export type WorkKind =
    | "task"
    | "continuation"
    | "setTimeout"
    | "setInterval"
    | "AbortSignal.timeout"
    | "idle callback"
    | "animation frame"
    | "user input"
    | "message"
    | "broadcast message"
    | "port close event"
    | "performance entries"
    | "blob read"
    | "fetch"
    | "response body"
    | "body read"
    | "crypto operation"
    | "arrival";

  /** `scheduled` work waits for its delay. `removed` work was cleared or cancelled. */
  export type WorkState = "scheduled" | "ready" | "running" | "returned" | "threw" | "aborted" | "removed";

  /** How long the work of a priority has waited that ran. */
  export interface Waits {
    readonly count: number;
    /** In milliseconds. */
    readonly ms: Spread;
    /** In other pieces of work that ran in the meantime. */
    readonly tasks: Spread;
  }

  /** `NaN` if nothing ran, so that no comparison holds. */
  export interface Spread {
    readonly min: number;
    readonly median: number;
    readonly p95: number;
    readonly max: number;
  }

  /** The longest wait that is allowed. At least one of them must be given. */
  export type Limits = { ms: number; tasks?: number } | { ms?: number; tasks: number };

  /** `ran` ran while `waiting` was ready. */
  export interface Inversion {
    readonly waiting: RecordedTask;
    readonly ran: RecordedTask;
  }

  /** A problem that a detector has found. */
  export interface RecordedWarning {
    /** The id of the detector, such as `long-task`. */
    readonly id: string;
    /** A sentence about the first case. */
    readonly message: string;
    /** Where the program scheduled what the message names, such as `app.js:12:5`. */
    readonly places: readonly string[];
    /** How many cases with the same places there were. */
    readonly count: number;
  }
}

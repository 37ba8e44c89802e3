// Types for programs that run on posttask, for editors: add this file to a project whose `lib` has "dom".
//
// TypeScript's own lib.dom.d.ts (5.9 and later) knows the scheduler as browsers ship it. This adds what the specification has beyond that, and
// what is posttask's own. posttask has no document, no fetch and no workers, although "dom" declares them.

/** Options of `scheduler.yield()`. Without any, signal and priority of the current task are inherited. */
interface SchedulerYieldOptions {
  /** What may abort the continuation; `"inherit"` takes it from the current task. */
  signal?: AbortSignal | "inherit";
  /** A priority that cannot change, whatever the signal has; `"inherit"` takes that of the current task. */
  priority?: TaskPriority | "inherit";
}

interface Scheduler {
  /** Runs `callback` as a task. The promise is settled with its result, or rejected with the reason of the signal. */
  postTask<T>(callback: () => T | PromiseLike<T>, options?: SchedulerPostTaskOptions): Promise<T>;
  /** Continues in a task of its own, ahead of other tasks of the same priority. */
  yield(options?: SchedulerYieldOptions): Promise<void>;
}

/** `lib.dom.d.ts` has only the signal of an `AbortController` here. */
interface TaskController {
  readonly signal: TaskSignal;
}

/** The arguments of the program: what follows its file on the command line. */
declare const scriptArgs: readonly string[];

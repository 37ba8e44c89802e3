// What `posttask test` adds to node:test. This file extends the declarations of @types/node.

export {};

declare module "node:test" {
  interface TestOptions {
    /** Runs the test in many orders that the standards allow: `true`, or the number of runs, or both settings. */
    explore?: boolean | number | ExploreOptions | undefined;
    /** What the test does with timers, tasks and ports that it leaves: they are counted by default. */
    leftovers?: "error" | "warn" | "ignore" | undefined;
  }

  interface ExploreOptions {
    runs?: number | undefined;
    /** The time that the exploration may take, in milliseconds. Then the number of runs has no other limit. */
    for?: number | undefined;
    seed?: number | undefined;
    strategy?: "portfolio" | "single" | "exhaustive" | "pct" | "weighted" | "random" | undefined;
    /** How late a timer may be, in milliseconds: 16 by default. */
    lateness?: number | undefined;
    /** How long a task may take, in milliseconds: 100 by default. */
    cost?: number | undefined;
    /** Another name of `orders`. */
    level?: "intent" | "standard" | undefined;
    /** `intent` keeps the recommendation on priorities, and is the default. `standard` allows all orders. */
    orders?: "intent" | "standard" | undefined;
  }

  interface MockTracker {
    /** Answers the requests of `fetch`, until the test ends. */
    fetch(
      server: MockServer | Record<string, MockAnswer | MockServer>,
      options?: MockFetchOptions,
    ): MockFunctionContext<MockServer>;
  }

  /** `undefined` if there is no response for a request: then it fails. */
  type MockServer = (request: Request) => MockAnswer | undefined | Promise<MockAnswer | undefined>;

  /** The chunks of a stream that is the body of a response arrive as the stream produces them. */
  type MockAnswer = Response | ResponseInChunks;

  /** A response whose body arrives in chunks. */
  interface ResponseInChunks extends ResponseInit {
    /** Texts, buffers or blobs. */
    chunks: (string | BufferSource | Blob)[];
    /** How long after the one before it each chunk arrives, in milliseconds: 0 by default. */
    latency?: number | number[] | undefined;
  }

  interface MockFetchOptions {
    /** How long each answer takes, in milliseconds: 0 by default. In an exploration, it takes this time at least. */
    latency?: number | undefined;
    /** The number of requests after which the mock ends. */
    times?: number | undefined;
  }

  interface TestContext {
    /** The clock of the test. */
    readonly clock: TestClock;
    /** What the test leaves open. `undefined` in a run in which no orders are explored. */
    readonly explore?: TestExplorer | undefined;
  }

  /** Promises of a clock are resolved with the time. All times are in milliseconds. */
  interface TestClock {
    readonly now: number;
    /** Waits until this many milliseconds have passed, and everything has run that is due by then. */
    advance(ms: number): Promise<number>;
    /** Waits until the next timer has fired, and everything has run that is ready then. */
    next(): Promise<number>;
    /** Waits until nothing is ready. No time passes. */
    idle(): Promise<number>;
    /** Stops time until the test ends, so that it only passes during `advance` and `next`. */
    hold(): void;
    /** Lets time pass again. */
    release(): void;
  }

  interface TestExplorer {
    /**
     * Returns a promise that is resolved with the value at any time, in any order with other arrivals. A function is
     * called when it arrives, and the promise gets its result.
     */
    arrives: {
      <T>(value: T | (() => T), options?: { label?: string | undefined }): Promise<Awaited<T>>;
      /** Returns a promise that is rejected with the error when it arrives. */
      reject(error: unknown, options?: { label?: string | undefined }): Promise<never>;
    };
    /** Returns a number from 0, less than `count`. Each is tried. */
    choose(count: number): number;
  }
}

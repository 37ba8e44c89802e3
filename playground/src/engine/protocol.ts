// What the page, the worker and the functions of WebAssembly tell each other.

/** A program, and how to run it: `Request` in wasm/src/request.rs. */
export interface Request {
  source: string;
  /** The name of its file, whose extension says what language it is in. */
  file: string;
  /** The host that it runs as; empty for the standards and their recommendations. */
  profile: string;
  realTime: boolean;
  seed: number;
  frames: number;
  /** The order to follow; empty for the usual one. */
  order: string;
  runs: number;
  level: 'intent' | 'standard';
  failsOnDifference: boolean;
  profiles: string[];
}

/** A position in the program: the line and the column, from 1. */
export type Position = [line: number, column: number];

/** An uncaught error: `Shown` in wasm/src/output.rs. */
export interface Uncaught {
  kind: string;
  headline: string;
  details: string[];
  place: [file: string, line: number, column: number] | null;
}

/** Something that a program prints. */
export type Printed = { kind: 'out' | 'err'; text: string } | { kind: 'error'; error: Uncaught };

/** How a run ended: `Ended` in wasm/src/ending.rs. */
export interface Ended {
  ending: 'completed' | 'unfinished' | 'suspended' | 'timed out' | 'no progress' | 'panicked';
  time: number;
  errors: number;
  pending: string[];
  skipped: string[];
  statistics_text: string;
  warnings: { id: string; text: string; places: Position[] }[];
  timeline: TimelineData;
}

/** The data of the timeline page, which only that page reads. */
export type TimelineData = object;

/** Work that ran. */
export interface Step {
  name: string;
  kind: string;
  at_ms: number;
}

/** A decision that deviates from the usual order. */
export interface Deviation {
  text: string;
  sentence: string;
  level: string;
  reasons: { sentence: string; section: string; address: string }[];
}

/** A distinct outcome of an exploration. */
export interface Outcome {
  key: string;
  failure: boolean;
  usual: boolean;
  count: number;
  ending: string;
  errors: { kind: string; headline: string; location: string | null; details: string[] }[];
  console: string;
  schedule: string;
  deviations: Deviation[];
  order: Step[];
}

/** The report of an exploration: docs/exploring.md describes it. */
export interface Report {
  runs: number;
  distinct_orders: number;
  complete: boolean;
  interrupted: boolean;
  estimated_orders: number | null;
  choice_points: number;
  coverage: { seen: number; of: number };
  usual_order: Step[];
  outcomes: Outcome[];
  host: string;
  seed: number;
}

/** How far an exploration is. */
export interface Progress {
  runs: number;
  orders: number;
  outcomes: number;
  failures: number;
}

/** What several hosts printed: `Compared` in wasm/src/comparing.rs. */
export interface Compared {
  groups: { hosts: { name: string; version: string }[]; lines: string[] }[];
  differences: { sentence: string; intro: string; quirks: { id: string; host: string; summary: string }[] }[];
}

/** A program for the browser itself: `Compiled` in wasm/src/compiling.rs. */
export interface Compiled {
  text: string;
  module: boolean;
}

/** What the worker can be asked for, and what it answers. */
export interface Answers {
  run: Ended;
  explore: Report;
  compare: Compared;
  timelines: TimelineData;
  compiled: Compiled;
}

/** What the worker tells before it answers. */
export interface Events {
  printed: Printed[];
  progress: Progress;
  report: Report;
}

/** A question to the worker. */
export interface Question {
  kind: keyof Answers;
  request: Request;
}

/** The first message to the worker: the compiled module. */
export interface Start {
  module: WebAssembly.Module;
}

/** What the worker says. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'printed'; value: Printed[] }
  | { kind: 'progress'; value: Progress }
  | { kind: 'report'; value: Report }
  | { kind: 'answer'; value: Answers[keyof Answers] }
  /** The request was refused. */
  | { kind: 'failed'; message: string }
  /** The instance cannot be used any more. */
  | { kind: 'crashed'; message: string };

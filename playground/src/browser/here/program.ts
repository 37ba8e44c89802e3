// What the page asks the frame, and what the frame tells.

/** A program to run. What it prints goes to the port that comes with it. */
export interface Program {
  text: string;
  module: boolean;
  /** Whether it runs in a worker of the frame, which the page can stop even if both share a thread. */
  inWorker: boolean;
}

/** What a program has printed, one item for each call. */
export interface Lines {
  lines: string[];
}

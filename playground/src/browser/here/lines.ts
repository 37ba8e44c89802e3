// The lines that a program prints, on their way to the page.

import type { Lines as Message } from './program.ts';

/** The number of lines that are sent at once if there are many. */
const MANY = 1_000;

/** How long lines may wait while others are printed, in milliseconds. */
const LONGEST = 100;

/** Collects lines, and sends them in one message after the current task, so that printing costs little. */
export class Lines {
  readonly #port: MessagePort;
  readonly #after = new MessageChannel();
  readonly #now = performance.now.bind(performance);
  #waiting: string[] = [];
  #sent = -Infinity;

  constructor(port: MessagePort) {
    this.#port = port;
    this.#after.port1.onmessage = () => this.#send();
  }

  /** Sends a line soon; at once if none was sent for a while: the current task may never end. */
  add(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= MANY || this.#now() - this.#sent > LONGEST) this.#send();
    else if (this.#waiting.length === 1) this.#after.port2.postMessage(null);
  }

  #send(): void {
    if (this.#waiting.length > 0) this.#port.postMessage({ lines: this.#waiting } satisfies Message);
    this.#waiting = [];
    this.#sent = this.#now();
  }
}

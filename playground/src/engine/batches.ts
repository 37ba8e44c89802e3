// Collects what a program prints: a message for each of 100,000 lines would take longer than the program.

/** The number of items after which a batch is sent. */
const MOST = 2_000;

/** The time after which the next item sends a batch, in milliseconds. */
const LONGEST = 30;

/** Sends items in batches. */
export class Batches<Item> {
  #items: Item[] = [];
  #last: number;
  readonly #send: (items: Item[]) => void;
  readonly #now: () => number;

  constructor(send: (items: Item[]) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
    this.#last = now();
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#items.length >= MOST || this.#now() - this.#last >= LONGEST) this.flush();
  }

  /** Sends what has been collected. */
  flush(): void {
    if (this.#items.length > 0) this.#send(this.#items);
    this.#items = [];
    this.#last = this.#now();
  }
}

type Item = { name: string; price: number };

/** The prices that have arrived. */
export class Prices {
  #known = new Map<string, number>();
  latest = '';

  add({ name, price }: Item, note = 'new'): void {
    if (this.#known.has(name)) {
      this.latest = `${name} again`;
    } else if (price < 0) {
      throw new RangeError(name);
    }
    this.#known.set(name, price);
    this.latest ||= note;
  }

  total = () => [...this.#known.values()].reduce((sum, price) => sum + price, 0);
}

export function compare(one: number, other: number) {
  return one === other ? 'equal' : one < other && one >= 0 ? 'less' : 'more';
}

/* v8 ignore next 3 */
export function unused() {
  return 1;
}

/* istanbul ignore next */
export const ignored = () => 2;

export function kind(text: string) {
  switch (text) {
    case 'a':
      return 1;
    case 'b':
    case 'c':
      return 2;
    default: /* c8 ignore next */
      return 3;
  }
}

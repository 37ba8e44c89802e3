export interface Item<T> {
  value: T;
}

export class Queue<T> {
  #items: Item<T>[] = [];

  fail(value: T): never {
    this.#items.push({ value });
    throw new RangeError(`failed: ${value}`);
  }
}

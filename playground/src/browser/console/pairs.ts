// Objects that are lists of pairs with names: they are shown as if the pairs were properties.

import { keyText } from './text.ts';

const { forEach: forEachHeader } = Headers.prototype;
const { forEach: forEachEntry } = FormData.prototype;

/** The pairs of a `Headers` or a `FormData`. Several values of one name are a list. */
export function pairs(object: object): [name: string, value: unknown][] | undefined {
  for (const forEach of [forEachHeader, forEachEntry]) {
    const values = new Map<string, unknown[]>();
    const add = (value: unknown, name: string) => {
      const list = values.get(name);
      if (list === undefined) values.set(name, [value]);
      else list.push(value);
    };
    try {
      Reflect.apply(forEach, object, [add]);
    } catch {
      // It is of another interface.
      continue;
    }
    return Array.from(values, ([name, list]) => [keyText(name), list.length === 1 ? list[0] : list]);
  }
  return undefined;
}

// The attributes of platform objects.

import { nativeAttribute, ownKeys, ownProperty, prototypes } from './stored.ts';
import { keyText } from './text.ts';

/** Those of interfaces that browsers give more attributes, or in another order than the standards. */
const OF_THE_STANDARDS: Record<string, string[]> = {
  Event: [
    'type', 'target', 'srcElement', 'currentTarget', 'eventPhase', 'cancelBubble', 'bubbles', 'cancelable',
    'returnValue', 'defaultPrevented', 'composed', 'timeStamp',
  ],
  File: ['name', 'lastModified'],
  URL: [
    'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search',
    'searchParams', 'hash',
  ],
};

/**
 * The attributes of a platform object, those of the root interface first, without event handlers, attributes that have
 * no value, and the `constructor` of iterators, which is an accessor.
 */
export function attributes(object: object): [name: string, value: unknown][] {
  const found = named(object);
  if (found !== undefined) return found;
  const interfaces = prototypes(object).slice(1).reverse().slice(1);
  return interfaces.flatMap(namesOf).flatMap((name): [string, unknown][] => {
    const value = nativeAttribute(object, name);
    return value === undefined || value === null ? [] : [[name, value]];
  });
}

function namesOf(prototype: object): string[] {
  const isAttribute = (key: string | symbol): key is string =>
    typeof key === 'string' && !key.startsWith('on') && key !== 'constructor';
  const names = ownKeys(prototype).filter(isAttribute).filter(key => ownProperty(prototype, key)?.get !== undefined);
  const tag: unknown = ownProperty(prototype, Symbol.toStringTag)?.value;
  const known = typeof tag === 'string' && Object.hasOwn(OF_THE_STANDARDS, tag) ? OF_THE_STANDARDS[tag] : undefined;
  return known?.filter(name => names.includes(name)) ?? names;
}

const { forEach: forEachHeader } = Headers.prototype;
const { forEach: forEachEntry } = FormData.prototype;

/** The pairs of a `Headers` or a `FormData`. Several values of one name are a list. */
function named(object: object): [name: string, value: unknown][] | undefined {
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

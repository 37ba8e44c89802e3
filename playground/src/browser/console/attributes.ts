// The attributes of platform objects.

import { pairs } from './pairs.ts';
import { nativeAttribute, ownKeys, ownProperty, prototypes } from './stored.ts';

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
  const found = pairs(object);
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

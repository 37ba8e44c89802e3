// The contents that objects show before their properties.

import { attributes } from './attributes.ts';
import type { Kind } from './kind.ts';
import { nativeAttribute, ownKeys, ownProperty } from './stored.ts';
import { keyText, primitive } from './text.ts';

/** The maximum number of elements shown of a list, map or set. */
const MAX_ELEMENTS = 100;

/** The maximum number of bytes shown of a buffer. */
const MAX_BYTES = 50;

/** Shows the values that an object contains. */
export interface Shower {
  value(value: unknown): string;
  stored(property: PropertyDescriptor): string;
}

/** The contents of an object, and how many of them are elements of a list. */
export interface Contents {
  entries: string[];
  elements: number;
}

const { forEach: forEachOfMap } = Map.prototype;
const { forEach: forEachOfSet } = Set.prototype;
const { forEach: forEachOfParams } = URLSearchParams.prototype;

const plural = (count: number) => count === 1 ? '' : 's';
const more = (hidden: number) => hidden > 0 ? [`... ${hidden} more item${plural(hidden)}`] : [];

/** The contents of an object of this kind. */
export function contentsOf(object: object, kind: Kind, show: Shower): Contents {
  const list = (elements: string[], hidden: number) => ({
    entries: [...elements, ...more(hidden)],
    elements: elements.length,
  });
  const other = (entries: string[]) => ({ entries, elements: 0 });
  switch (kind) {
    case 'array': {
      const { elements, hidden } = arrayElements(object as unknown[], show);
      return list(elements, hidden);
    }
    case 'typed array': {
      const { length } = object as Uint8Array;
      const shown = Array.from({ length: Math.min(length, MAX_ELEMENTS) }, (_, index) =>
        primitive((object as Uint8Array)[index]));
      return list(shown, length - shown.length);
    }
    case 'map': return other(pairs(all(forEachOfMap, object), show));
    case 'search params': return other(pairs(all(forEachOfParams, object), show));
    case 'set': {
      const values = all(forEachOfSet, object);
      const shown = values.slice(0, MAX_ELEMENTS).map(([value]) => show.value(value));
      return other([...shown, ...more(values.length - shown.length)]);
    }
    case 'array buffer': return other(bytes(object as ArrayBuffer));
    case 'data view': {
      const slots = ['byteLength', 'byteOffset', 'buffer'];
      return other(slots.map(name => `${name}: ${show.value(nativeAttribute(object, name))}`));
    }
    // A script cannot know whether it is fulfilled: see `comparable`.
    case 'promise': return other(['<unknown>']);
    case 'weak map': case 'weak set': return other(['<items unknown>']);
    case 'module': return other(moduleExports(object, show));
    case 'other': return other(attributes(object).map(([name, value]) => `${name}: ${show.value(value)}`));
    default: return other([]);
  }
}

/** Calls a `forEach`. Returns the key and the value of each element. */
function all(forEach: (...values: never[]) => void, object: object): [unknown, unknown][] {
  const found: [unknown, unknown][] = [];
  Reflect.apply(forEach, object, [(value: unknown, key: unknown) => found.push([key, value])]);
  return found;
}

function pairs(all: [unknown, unknown][], show: Shower): string[] {
  const shown = all.slice(0, MAX_ELEMENTS).map(([key, value]) => `${show.value(key)} => ${show.value(value)}`);
  return [...shown, ...more(all.length - shown.length)];
}

/** The elements of an array, and the number of those that are not shown. Holes next to each other are one element. */
function arrayElements(array: unknown[], show: Shower): { elements: string[]; hidden: number } {
  const elements: string[] = [];
  let next = 0;
  for (const index of [...indices(array), array.length]) {
    if (elements.length === MAX_ELEMENTS) break;
    if (index > next) elements.push(`<${index - next} empty item${plural(index - next)}>`);
    next = index;
    const property = ownProperty(array, index);
    if (property === undefined || elements.length === MAX_ELEMENTS) continue;
    elements.push(show.stored(property));
    next = index + 1;
  }
  return { elements, hidden: array.length - next };
}

/** The least indices of an array that are not holes, in ascending order. */
function indices(array: unknown[]): number[] {
  const first = Array.from({ length: Math.min(array.length, MAX_ELEMENTS + 1) }, (_, index) => index);
  // An array without holes is not collected as a whole.
  if (first.every(index => Object.hasOwn(array, index))) return first;
  const keys = Object.keys(array).map(Number).filter(index => Number.isInteger(index) && index < array.length);
  return keys.slice(0, MAX_ELEMENTS + 1);
}

function bytes(buffer: ArrayBuffer): string[] {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return ['<detached>'];
  }
  const shown = Array.from(bytes.subarray(0, MAX_BYTES), byte => byte.toString(16).padStart(2, '0'));
  const hidden = bytes.length - shown.length;
  const rest = hidden > 0 ? ` ... ${hidden} more byte${plural(hidden)}` : '';
  return [`[Uint8Contents]: <${shown.join(' ')}${rest}>`, `byteLength: ${bytes.length}`];
}

/** The exports of a module. One that is not initialized yet cannot be read. */
function moduleExports(module: object, show: Shower): string[] {
  return ownKeys(module).filter(key => typeof key === 'string').map(key => {
    let text = '<uninitialized>';
    try {
      text = show.value(Reflect.get(module, key));
    } catch {
      // It stays as it is.
    }
    return `${keyText(key)}: ${text}`;
  });
}

// The kinds of objects: what is inside of them, whatever their prototypes are.

import { isProxy, ownProperty, prototypes } from './stored.ts';

/** What an object is, as far as that determines how it is shown. */
export type Kind =
  | 'proxy' | 'function' | 'array' | 'error' | 'date' | 'regexp' | 'boxed' | 'map' | 'set' | 'typed array' | 'weak map'
  | 'weak set' | 'promise' | 'array buffer' | 'data view' | 'module' | 'search params' | 'other';

type Check = (object: object) => unknown;

const getter = (prototype: object, name: PropertyKey): Check => {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return object => get === undefined ? undefined : Reflect.apply(get, object, []);
};

const method = (call: (...values: never[]) => unknown): Check => object => Reflect.apply(call, object, [{}]);

const domException = getter(DOMException.prototype, 'code');

/** The functions that throw unless an object is of a kind. */
const CHECKS: [Kind, Check][] = [
  ['date', method(Date.prototype.getTime)],
  ['regexp', getter(RegExp.prototype, 'source')],
  ['boxed', object => unboxed(object)],
  ['map', getter(Map.prototype, 'size')],
  ['set', getter(Set.prototype, 'size')],
  ['typed array', getter(Object.getPrototypeOf(Uint8Array.prototype) as object, 'length')],
  ['weak map', method(WeakMap.prototype.has)],
  ['weak set', method(WeakSet.prototype.has)],
  ['array buffer', getter(ArrayBuffer.prototype, 'byteLength')],
  ['data view', getter(DataView.prototype, 'byteOffset')],
  ['search params', getter(URLSearchParams.prototype, 'size')],
];

/** Whether a function throws, for an object. */
function passes(check: Check, object: object): boolean {
  try {
    check(object);
    return true;
  } catch {
    return false;
  }
}

/** Whether an object was created as an error. Older browsers know only its prototypes. */
export function isError(value: object): boolean {
  const { isError = (it: unknown) => it instanceof Error } = Error as { isError?: (value: unknown) => boolean };
  return isError(value) || isDomException(value);
}

/** Whether an object is a `DOMException`. */
export function isDomException(value: object): boolean {
  return passes(domException, value);
}

/** The kind of an object. */
export function kindOf(object: object): Kind {
  if (isProxy(object)) return 'proxy';
  if (typeof object === 'function') return 'function';
  if (Array.isArray(object)) return 'array';
  if (isError(object)) return 'error';
  const kind = CHECKS.find(([, check]) => passes(check, object))?.[0];
  if (kind !== undefined) return kind;
  // Nothing that has no effect tells whether an object is a promise.
  if (prototypes(object).includes(Promise.prototype) && object !== Promise.prototype) return 'promise';
  const isNamed = ownProperty(object, Symbol.toStringTag)?.value === 'Module';
  return isNamed && Object.getPrototypeOf(object) === null && !Object.isExtensible(object) ? 'module' : 'other';
}

const BOXES: [string, Check][] = [
  ['Boolean', method(Boolean.prototype.valueOf)],
  ['Number', method(Number.prototype.valueOf)],
  ['String', method(String.prototype.valueOf)],
  ['BigInt', method(BigInt.prototype.valueOf)],
  ['Symbol', method(Symbol.prototype.valueOf)],
];

/** The primitive value in an object, and the name of its class. Throws if there is none. */
export function unboxed(object: object): [name: string, value: unknown] {
  const box = BOXES.find(([, valueOf]) => passes(valueOf, object));
  if (box === undefined) throw new TypeError('no primitive value');
  return [box[0], box[1](object)];
}

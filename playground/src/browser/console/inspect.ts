// Values as text, as the console of posttask shows them: src/web/html/inspect/ there has the same algorithm. A test
// compares both: js-tests/programs/console/.

import { attributes } from './attributes.ts';
import { contentsOf } from './contents.ts';
import { type Kind, kindOf, unboxed } from './kind.ts';
import { layOut } from './layout.ts';
import { className, errorText, functionText } from './names.ts';
import { isObject, nativeAttribute, ownKeys, ownProperty, property } from './stored.ts';
import { keyText, primitive } from './text.ts';

/** The number of levels of nested objects that are shown unless another one is asked for. */
const DEPTH = 2;

/** The maximum of that number: each level takes some of the stack. */
const MAX_DEPTH = 1_000;

/** Returns a value as text: strings in quotes, objects with their properties. Runs no code of the program. */
export function inspect(value: unknown, depth = DEPTH): string {
  return new Walk(Math.min(depth, MAX_DEPTH)).value(value);
}

/** The text of an object except its contents. */
interface Heading {
  prefix: string;
  brackets: [string, string];
  /** Whether the prefix is shown without brackets if there is nothing between them. */
  alone: boolean;
}

/** A walk over a value and all that it contains. */
class Walk {
  readonly #depth: number;
  /** The objects being shown, outermost first. */
  readonly #open: object[] = [];
  /** The level of the last object with entries. */
  #lastLevel = 0;
  /** The objects that contain themselves, in the order of discovery. */
  readonly #circular: object[] = [];

  constructor(depth: number) {
    this.#depth = depth;
  }

  value(value: unknown): string {
    return isObject(value) ? this.#object(value) : primitive(value);
  }

  /** The value of a property, or its accessors. */
  stored(property: PropertyDescriptor): string {
    if ('value' in property) return this.value(property.value);
    if (property.get !== undefined) return property.set === undefined ? '[Getter]' : '[Getter/Setter]';
    return property.set === undefined ? 'undefined' : '[Setter]';
  }

  #object(object: object): string {
    if (this.#open.includes(object)) {
      if (!this.#circular.includes(object)) this.#circular.push(object);
      return `[Circular *${this.#circular.indexOf(object) + 1}]`;
    }
    const kind = kindOf(object);
    const heading = headingOf(object, kind);
    const keys = keysOf(object, kind);
    if (this.#open.length > this.#depth) return summary(object, kind, heading, keys.length > 0);
    const level = this.#open.length;
    const lastLevel = this.#lastLevel;
    this.#lastLevel = level;
    this.#open.push(object);
    const { entries, elements } = contentsOf(object, kind, this);
    entries.push(...keys.map(key => this.#property(object, key, kind)));
    this.#open.pop();
    const surroundings = { level, levelsBelow: this.#lastLevel - level };
    const isEmpty = entries.length === 0;
    if (isEmpty) this.#lastLevel = lastLevel;
    const text = isEmpty ? withoutContents(heading) : layOut({ ...heading, entries, elements }, surroundings);
    const number = this.#circular.indexOf(object) + 1;
    return number === 0 ? text : `<ref *${number}> ${text}`;
  }

  #property(object: object, key: string | symbol, kind: Kind): string {
    const stored = ownProperty(object, key) ?? {};
    const attribute = kind === 'other' && stored.get !== undefined ? nativeAttribute(object, key) : undefined;
    const value = attribute === undefined ? this.stored(stored) : this.value(attribute);
    return `${stored.enumerable ? keyText(key) : `[${keyText(key)}]`}: ${value}`;
  }
}

function headingOf(object: object, kind: Kind): Heading {
  const alone = (prefix: string): Heading => ({ prefix, brackets: ['{', '}'], alone: true });
  const braces = (prefix: string): Heading => ({ prefix, brackets: ['{', '}'], alone: false });
  const list = (prefix: string): Heading => ({ prefix, brackets: ['[', ']'], alone: false });
  const name = className(object);
  switch (kind) {
    case 'proxy': return alone('[Proxy]');
    case 'function': return alone(functionText(object));
    case 'array': case 'typed array': {
      const { length } = object as unknown[] | Uint8Array;
      return list(kind === 'array' && name === 'Array' ? '' : className(object, `(${length})`));
    }
    case 'map': case 'set': return braces(className(object, `(${nativeAttribute(object, 'size')})`));
    case 'date': return alone(dateText(object as Date));
    case 'regexp': return alone(`/${nativeAttribute(object, 'source')}/${nativeAttribute(object, 'flags')}`);
    case 'boxed': {
      const [type, value] = unboxed(object);
      return alone(`[${type}: ${primitive(value)}]`);
    }
    case 'error': return alone(errorText(object));
    case 'module': return braces('[Module: null prototype]');
    default: return braces(name === 'Object' && !isArguments(object) ? '' : name);
  }
}

/** Whether an object has the arguments of a call. */
function isArguments(object: object): boolean {
  return property(object, Symbol.toStringTag) === undefined
    && Object.prototype.toString.call(object) === '[object Arguments]';
}

function dateText(date: Date): string {
  return Number.isNaN(Date.prototype.getTime.call(date)) ? 'Invalid Date' : Date.prototype.toISOString.call(date);
}

function withoutContents({ prefix, brackets, alone }: Heading): string {
  return alone ? prefix : `${prefix === '' ? '' : `${prefix} `}${brackets.join('')}`;
}

/** Whether an object has no elements, or no attributes. */
function isEmpty(object: object, kind: Kind): boolean {
  switch (kind) {
    case 'array': case 'typed array': return (object as unknown[] | Uint8Array).length === 0;
    case 'map': case 'set': case 'search params': return nativeAttribute(object, 'size') === 0;
    default: return kind === 'other' && attributes(object).length === 0;
  }
}

/** The text of an object at a level that is not shown. */
function summary(object: object, kind: Kind, heading: Heading, hasKeys: boolean): string {
  const { prefix, alone } = heading;
  if (!hasKeys && isEmpty(object, kind)) return withoutContents(heading);
  // An error has more than its name, its message and its stack.
  if (kind === 'error' && hasKeys) return `[${className(object)}]`;
  if (alone) return prefix;
  const isList = kind === 'array' || kind === 'typed array';
  return `[${prefix.split(/[( ]/)[0] || (isList ? 'Array' : 'Object')}]`;
}

/** The keys of the enumerable properties that are not contents, and of what an error has besides. */
function keysOf(object: object, kind: Kind): (string | symbol)[] {
  const isListed = (key: string | symbol) => ownProperty(object, key)?.enumerable === true;
  const hidden = kind === 'error' ? ['cause', 'errors'] : [];
  return [
    ...hidden.filter(key => !isListed(key) && ownProperty(object, key) !== undefined),
    ...ownKeys(object).filter(key => isListed(key) && !isElement(object, kind, key)),
  ];
}

/** Whether a property is among the contents already. */
function isElement(object: object, kind: Kind, key: string | symbol): boolean {
  if (kind === 'module') return typeof key === 'string';
  if (typeof key === 'symbol' || !/^(0|[1-9]\d{0,9})$/.test(key) || Number(key) > 2 ** 32 - 2) return false;
  if (kind !== 'boxed') return kind === 'array' || kind === 'typed array';
  const [, value] = unboxed(object);
  return typeof value === 'string' && Number(key) < value.length;
}

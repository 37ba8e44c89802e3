// The names of classes, functions and errors.

import { isDomException } from './kind.ts';
import { nativeAttribute, ownProperty, property, text } from './stored.ts';

/** The name of a function, if it has one. */
function ownName(object: object): string | undefined {
  const name: unknown = ownProperty(object, 'name')?.value;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The name of the first `constructor` on the prototype chain. */
function constructorName(object: object): string | undefined {
  const constructor: unknown = property(object, 'constructor')?.value;
  return typeof constructor === 'function' ? ownName(constructor) : undefined;
}

/** The name to show for the class of an object, with a size, and with its `Symbol.toStringTag` if that is different. */
export function className(object: object, size = ''): string {
  const isNull = Object.getPrototypeOf(object) === null;
  const name = constructorName(object) ?? (isNull ? '[Object: null prototype]' : 'Object');
  const tag = text(object, Symbol.toStringTag) ?? '';
  return name + size + (tag === '' || tag === name ? '' : ` [${tag}]`);
}

/** The text of a function. */
export function functionText(object: object): string {
  const name = ownName(object);
  // Of the functions that a script declares, only classes have a `prototype` that is not writable.
  if (ownProperty(object, 'prototype')?.writable === false) {
    const parent: object | null = Object.getPrototypeOf(object);
    const isDerived = parent !== null && parent !== Function.prototype;
    return `[class ${name ?? '(anonymous)'}${isDerived ? ` extends ${ownName(parent) ?? ''}` : ''}]`;
  }
  const kind = constructorName(object) ?? 'Function';
  return name === undefined ? `[${kind} (anonymous)]` : `[${kind}: ${name}]`;
}

/** The name and the message of an error. */
export function errorWords(object: object): [name: string, message: string] {
  if (isDomException(object)) {
    return [String(nativeAttribute(object, 'name')), String(nativeAttribute(object, 'message'))];
  }
  return [text(object, 'name') ?? 'Error', text(object, 'message') ?? ''];
}

/** The name, message and stack of an error, in brackets if there is no stack. */
export function errorText(object: object): string {
  const [name, message] = errorWords(object);
  // The errors of a class that does not define `name` are shown with the name of the class.
  const ofClass = constructorName(object) ?? '';
  const words = join(name === 'Error' && ofClass.endsWith('Error') ? ofClass : name, message);
  const frames = framesOf(nativeAttribute(object, 'stack'));
  return frames.length === 0 ? `[${words}]` : [words, ...frames].join('\n    ');
}

/** The name and the message of an error as one text. */
export function join(name: string, message: string): string {
  return message === '' ? name : `${name}: ${message}`;
}

/** The lines of a stack that are frames. Those of Firefox and Safari are `NAME@PLACE`. */
export function framesOf(stack: unknown): string[] {
  if (typeof stack !== 'string') return [];
  return stack.split('\n').flatMap(line => {
    if (/^\s*at /.test(line)) return [line.trim()];
    const [, name = '', place] = /^([^@]*)@(.*:\d+:\d+)$/.exec(line) ?? [];
    if (place === undefined) return [];
    return [name === '' ? `at ${place}` : `at ${name} (${place})`];
  });
}

// The Formatter, https://console.spec.whatwg.org/#formatter: replaces format specifiers such as `%s`, then appends the
// remaining arguments.

import { inspect } from './inspect.ts';
import { isObject } from './stored.ts';

/** The arguments of a call as one text: strings verbatim, other values inspected. */
export function format(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  if (values.length === 0) return '';
  const start = typeof first === 'string' && rest.length > 0 ? substitute(first, rest) : show(first);
  return [start, ...rest.map(show)].join(' ');
}

function show(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : inspect(value);
}

/** Replaces each specifier with the next argument. Specifiers without an argument are kept. */
function substitute(template: string, rest: unknown[]): string {
  return template.toWellFormed().replace(/%([%sdifoOc])/g, (specifier, kind: string) => {
    if (kind === '%') return '%';
    return rest.length === 0 ? specifier : convert(kind, rest.shift());
  });
}

function convert(kind: string, value: unknown): string {
  switch (kind) {
    case 's': return isObject(value) ? inspect(value, 0) : show(value);
    case 'o': return inspect(value, 4);
    case 'O': return inspect(value);
    // Text has no styles.
    case 'c': return '';
    default: return number(kind, value);
  }
}

/** Symbols cannot be converted to numbers, and converting an object may run code of the program. */
function number(kind: string, value: unknown): string {
  if (typeof value === 'symbol' || isObject(value)) return 'NaN';
  if (typeof value === 'bigint') return kind === 'f' ? String(value) : inspect(value);
  return inspect(kind === 'i' ? Math.trunc(Number(value)) : Number(value));
}

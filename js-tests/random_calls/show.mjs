// A value as a text that two engines share: without the order of built-in properties, and the last digits of numbers.
export function show(value, depth = 0) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 300));
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(+value.toPrecision(12));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${String(value.name)} ${value.length}`;
  if (Object(value) !== value) return String(value);
  if (depth > 3 || [Math, JSON, Reflect, globalThis].includes(value)) return '…';
  if (value instanceof Error) return `${value.name}: ${Object.keys(value)}`;
  if (value instanceof Date) return `Date ${+value}`;
  if (value instanceof RegExp) return `${value} ${value.lastIndex}`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return `[${[...value].map(it => show(it))}]`;
  if (value instanceof Map || value instanceof Set) return show([...value], depth + 1);
  if (typeof value.next === 'function' && !Object.hasOwn(value, 'next')) return `iterator ${show([...value.take(9)])}`;
  if (Object.hasOwn(value, 'constructor')) return 'prototype';
  const property = key => {
    const { value: own, get, writable, enumerable } = Reflect.getOwnPropertyDescriptor(value, key);
    const flags = `${enumerable ? '' : '!'}${writable === false ? '^' : ''}`;
    return `${String(key)}${flags}: ${get ? 'getter' : show(own, depth + 1)}`;
  };
  return `{ ${Reflect.ownKeys(value).slice(0, 30).map(property)} }`;
}

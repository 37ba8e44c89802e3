// Values as texts that two hosts share: errors without their messages, objects of the platform with their attributes.

// An error as a text. Only the names are the same everywhere.
export function thrown(error) {
  if (error instanceof DOMException) return `DOMException ${error.name} ${error.code}`;
  return error instanceof Error ? error.name : show(error);
}

const ofPlatform = value => {
  const name = Object.prototype.toString.call(value).slice(8, -1);
  const constructor = globalThis[name];
  return typeof constructor === 'function' &&
    !/^(Object|Array|Function|Generator)/.test(name) &&
    value instanceof constructor
    ? name
    : undefined;
};

// What changes from run to run, or is not in a standard or not here.
const VARIES =
  /^(id|navigationId|timeStamp|timeOrigin|startTime|lastModified|lastModifiedDate|webkitRelativePath|userActivation)$/;

function attributes(value, depth) {
  const lines = [];
  for (const name in value) {
    if (VARIES.test(name) || typeof value[name] === 'function' || name === name.toUpperCase()) continue;
    const attribute = value[name];
    if (/^on[a-z]+$/.test(name)) continue;
    lines.push(`${name}: ${show(attribute, depth + 1)}`);
  }
  return lines.sort().join(', ');
}

export function show(value, depth = 0) {
  if (typeof value === 'string') {
    const text = value.length > 200 ? `${value.slice(0, 200)}… ${value.length}` : value;
    return JSON.stringify(text);
  }
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name} ${value.length}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value === globalThis) return 'global';
  if (depth > 4) return '…';
  if (value instanceof Error || value instanceof DOMException) return `${thrown(value)}`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return `${value.constructor.name} [${[...value].slice(0, 60)}]`;
  if (value instanceof ArrayBuffer)
    return `ArrayBuffer [${value.detached ? 'detached' : [...new Uint8Array(value)].slice(0, 60)}]`;
  if (value instanceof Date) return `Date ${+value}`;
  if (value instanceof RegExp) return `${value} ${value.lastIndex}`;
  if (value instanceof Map || value instanceof Set) return `${value.constructor.name} ${show([...value], depth + 1)}`;
  if (Array.isArray(value))
    return `[${Array.from(value.slice(0, 40), (it, index) => (index in value ? show(it, depth + 1) : 'hole'))}]`;
  if (value instanceof Promise) return 'Promise';
  const name = ofPlatform(value);
  if (/Iterator$/.test(Object.prototype.toString.call(value).slice(8, -1)))
    return `iterator ${show([...value], depth + 1)}`;
  if (name === 'URLSearchParams' || name === 'Headers' || name === 'FormData')
    return `${name} ${show([...value], depth + 1)}`;
  if (name && /^(Boolean|Number|String|BigInt|Symbol)$/.test(name))
    return `${name} ${show(value.valueOf(), depth + 1)}`;
  if (name) return `${name} { ${attributes(value, depth)} }`;
  const entries = Reflect.ownKeys(value)
    .slice(0, 30)
    .map(key => {
      const { get, value: own } = Reflect.getOwnPropertyDescriptor(value, key);
      return `${String(key)}: ${get ? 'getter' : show(own, depth + 1)}`;
    });
  return `{ ${entries.join(', ')} }`;
}

'use strict';
// util.inspect: https://nodejs.org/api/util.html#utilinspectobject-options

const { isClass, kind: kindOf, promise: stateOf } = require('node:internal/values');

const custom = Symbol.for('nodejs.util.inspect.custom');

const defaultOptions = {
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 128,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
};

const colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
};
const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const inBackground = name => `bg${name[0].toUpperCase()}${name.slice(1)}`;
NAMES.forEach((name, index) => {
  colors[name] = [30 + index, 39];
});
NAMES.forEach((name, index) => {
  colors[inBackground(name)] = [40 + index, 49];
});
Object.assign(colors, { framed: [51, 54], overlined: [53, 55] });
const bright = name => (name === 'black' ? 'gray' : `${name}Bright`);
NAMES.forEach((name, index) => {
  colors[bright(name)] = [90 + index, 39];
});
NAMES.forEach((name, index) => {
  colors[inBackground(bright(name))] = [100 + index, 49];
});
for (const [alias, name] of [
  ['grey', 'gray'],
  ['blackBright', 'gray'],
  ['bgGrey', 'bgGray'],
  ['bgBlackBright', 'bgGray'],
  ['faint', 'dim'],
  ['crossedout', 'strikethrough'],
  ['strikeThrough', 'strikethrough'],
  ['crossedOut', 'strikethrough'],
  ['conceal', 'hidden'],
  ['swapColors', 'inverse'],
  ['swapcolors', 'inverse'],
  ['doubleUnderline', 'doubleunderline'],
]) {
  Object.defineProperty(colors, alias, { value: colors[name], enumerable: false, configurable: true, writable: true });
}

const styles = {
  __proto__: null,
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: 'red',
  module: 'underline',
};

function inspect(value, options) {
  const context = {
    seen: [],
    circular: new Map(),
    indentation: 0,
    currentDepth: 0,
    ...defaultOptions,
    // What `inspect` is called with directly is narrower than what the console writes.
    breakLength: 80,
  };
  if (typeof options === 'boolean') {
    context.showHidden = options;
    if (arguments.length > 2) context.depth = arguments[2];
    if (arguments.length > 3) context.colors = arguments[3];
  } else if (typeof options === 'object' && options !== null) {
    for (const name of Object.keys(options)) {
      if (name in defaultOptions || name === 'stylize') context[name] = options[name];
      else context.extra = { ...context.extra, [name]: options[name] };
    }
  }
  context.isUnlimited = context.depth === null;
  for (const name of ['depth', 'maxArrayLength', 'maxStringLength']) {
    if (context[name] === null) context[name] = Infinity;
  }
  context.stylize = options?.stylize ?? (context.colors ? painted : text => text);
  return show(context, value, 0, true);
}

function painted(text, style) {
  const name = styles[style];
  if (name === undefined) return text;
  const [open, close] = colors[name];
  return `\u001b[${open}m${text}\u001b[${close}m`;
}

inspect.custom = custom;
inspect.defaultOptions = defaultOptions;
inspect.colors = colors;
inspect.styles = styles;

const ESCAPES = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\' };

function quoted(text) {
  let quote = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) quote = '"';
    else if (!text.includes('`') && !text.includes('${')) quote = '`';
  }
  let result = '';
  for (const character of text) {
    const code = character.codePointAt(0);
    if (character === quote) result += `\\${quote}`;
    else if (ESCAPES[character]) result += ESCAPES[character];
    else if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
      result += `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
    } else if (code >= 0xd800 && code <= 0xdfff) result += `\\u${code.toString(16)}`;
    else result += character;
  }
  return `${quote}${result}${quote}`;
}

function separated(digits, separator) {
  return separator ? digits.replace(/^-?\d+/, whole => whole.replace(/(?<=\d)(?=(\d{3})+$)/g, '_')) : digits;
}

function primitive(context, value) {
  const { stylize } = context;
  switch (typeof value) {
    case 'string':
      return string(context, value);
    case 'number':
      return stylize(Object.is(value, -0) ? '-0' : separated(`${value}`, context.numericSeparator), 'number');
    case 'bigint':
      return stylize(`${separated(`${value}`, context.numericSeparator)}n`, 'bigint');
    case 'boolean':
      return stylize(`${value}`, 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    case 'symbol':
      return stylize(value.toString(), 'symbol');
    default:
      return stylize('null', 'null');
  }
}

function string(context, value) {
  let text = value;
  let trailer = '';
  if (text.length > context.maxStringLength) {
    const rest = text.length - context.maxStringLength;
    text = text.slice(0, context.maxStringLength);
    trailer = `... ${rest} more character${rest > 1 ? 's' : ''}`;
  }
  const isLong = text.length > 16 && text.length > context.breakLength - context.indentation - 4;
  if (context.compact !== true && isLong && text.includes('\n')) {
    const lines = text.split(/(?<=\n)/).map(line => context.stylize(quoted(line), 'string'));
    return lines.join(` +\n${' '.repeat(context.indentation + 2)}`) + trailer;
  }
  return context.stylize(quoted(text), 'string') + trailer;
}

function show(context, value, level, isTyped) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return primitive(context, value);
  if (kindOf(value) === 'Proxy') {
    if (context.showProxy) return context.stylize('[Proxy]', 'special');
    // The target is not visible here: what its traps say is shown, as Node shows what the target is.
  }
  if (context.customInspect) {
    const method = value[custom];
    const isOwnInspect = method === inspect || value.constructor?.prototype === value;
    if (typeof method === 'function' && !isOwnInspect) {
      const depth = context.isUnlimited ? null : context.depth - level;
      const options = { ...userOptions(context), depth };
      const shown = Reflect.apply(method, value, [depth, options, inspect]);
      if (shown !== value) {
        if (typeof shown !== 'object') return `${shown}`.replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
        return show(context, shown, level);
      }
    }
  }
  if (context.seen.includes(value)) {
    if (!context.circular.has(value)) context.circular.set(value, context.circular.size + 1);
    return context.stylize(`[Circular *${context.circular.get(value)}]`, 'special');
  }
  return object(context, value, level, isTyped);
}

function userOptions(context) {
  const options = { ...context.extra };
  for (const name of Object.keys(defaultOptions)) options[name] = context[name];
  options.stylize = context.stylize;
  return options;
}

/// Returns the name of the class, with what is unusual about it.
function className(value, context) {
  const tag = tagOf(value, context);
  let current = value;
  for (let depth = 0; current !== null; depth++, current = Object.getPrototypeOf(current)) {
    const descriptor = Object.getOwnPropertyDescriptor(current, 'constructor');
    if (
      typeof descriptor?.value === 'function' &&
      descriptor.value.name !== '' &&
      isInstance(value, descriptor.value)
    ) {
      return { name: descriptor.value.name, tag };
    }
    if (depth === 50) break;
  }
  return { name: null, tag };
}

function isInstance(value, constructor) {
  try {
    return value instanceof constructor;
  } catch {
    return false;
  }
}

/// Returns the tag of a value, unless it is listed among its properties.
function tagOf(value, context) {
  try {
    const own = Object.getOwnPropertyDescriptor(value, Symbol.toStringTag);
    return own && (context.showHidden || own.enumerable) ? '' : rawTag(value);
  } catch {
    return '';
  }
}

function rawTag(value) {
  const tag = value[Symbol.toStringTag];
  return typeof tag === 'string' ? tag : '';
}

function prefix({ name, tag }, fallback, size = '') {
  const shownTag = tag !== '' && !(name !== null && saysTag(name, tag)) ? `[${tag}] ` : '';
  if (name === null) return `[${fallback}${size}: null prototype] ${tag !== '' && tag !== fallback ? `[${tag}] ` : ''}`;
  return `${name}${size} ${shownTag}`;
}

/// Whether the name of a class, such as `MyMap`, already contains the tag `Map` as a word.
function saysTag(name, tag) {
  const following = name.split(tag).slice(1);
  return following.length > 0 && (name.endsWith(tag) || following.some(part => /^\p{Lu}/u.test(part || tag)));
}

function keysOf(value, context, skipsIndices) {
  let keys = context.showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
  if (skipsIndices) keys = keys.filter(key => !/^(0|[1-9]\d*)$/.test(key));
  const symbols = Object.getOwnPropertySymbols(value);
  const isShown = symbol => context.showHidden || Object.prototype.propertyIsEnumerable.call(value, symbol);
  return [...keys, ...symbols.filter(isShown)];
}

function object(context, value, level, isTyped) {
  const described = describe(context, value, level);
  const { keys, braces, base, entries, isList } = described;
  const inherited = context.showHidden && level <= context.depth ? inheritedProperties(value) : [];
  if (entries === undefined && keys.length === 0 && inherited.length === 0) return described.empty ?? base;
  if (level > context.depth) {
    if (described.isWhole) return described.empty;
    const name = described.summary ?? prefix(className(value), 'Object').slice(0, -1);
    if (name.startsWith('[')) return context.stylize(name, 'special');
    return context.stylize(`[${described.isArray && name === '' ? 'Array' : name}]`, 'special');
  }
  context.seen.push(value);
  context.currentDepth = level;
  const output = [];
  for (const entry of entries?.(level + 1) ?? []) output.push(entry);
  for (const key of keys) output.push(property(context, value, key, level + 1, isList));
  for (const [owner, key] of inherited) output.push(inheritedProperty(context, owner, key, level + 1, value));
  context.seen.pop();
  if (context.sorted) {
    // The elements of a list stay where they are.
    const sorted = isList ? output.splice(output.length - keys.length) : output.splice(0);
    output.push(...sorted.sort(typeof context.sorted === 'function' ? context.sorted : undefined));
  }
  let start = braces[0];
  let shownBase = base;
  const number = context.circular.get(value);
  if (number !== undefined) {
    const reference = context.stylize(`<ref *${number}>`, 'special');
    if (context.compact === true) start = `${reference} ${start}`;
    else shownBase = shownBase === '' ? reference : `${reference} ${shownBase}`;
  }
  if (output.length === 0) {
    return number === undefined || shownBase !== ''
      ? (described.empty ?? `${start}${braces[1]}`)
      : `${start}${braces[1]}`;
  }
  const mayHaveRows = typeof context.compact === 'number' && context.compact >= 1 && described.isArray;
  const rows = mayHaveRows && output.length > 6 ? inRows(context, output, value) : output;
  const hasRows = rows !== output;
  return layOut(context, rows, shownBase, [start, braces[1]], hasRows, output.length, level);
}

// The classes of the language.
const CLASSES = new Set(
  `AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Int16Array
  Int32Array Int8Array Iterator Map Number Object Promise Proxy RangeError ReferenceError RegExp Set SharedArrayBuffer
  String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray
  WeakMap WeakRef WeakSet`.split(/\s+/),
);

/// Whether a prototype is that of a class of the language.
const isBuiltIn = prototype => {
  const made = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof made === 'function' && CLASSES.has(made.name);
};

/// Lists the properties of up to three prototypes that are no built-in ones: pairs of an object and a key.
function inheritedProperties(value) {
  const found = [];
  const seen = new Set(['constructor', ...Reflect.ownKeys(value)]);
  let owner = Object.getPrototypeOf(value);
  for (let depth = 0; owner !== null && depth < 3 && !isBuiltIn(owner); depth++) {
    for (const key of Reflect.ownKeys(owner)) {
      const isMethod = typeof Object.getOwnPropertyDescriptor(owner, key).value === 'function';
      if (!seen.has(key) && !isMethod) found.push([owner, key]);
      seen.add(key);
    }
    owner = Object.getPrototypeOf(owner);
  }
  return found;
}

function inheritedProperty(context, owner, key, level, receiver) {
  const text = property(context, owner, key, level, false, receiver);
  return context.colors ? `\u001b[2m${text}\u001b[22m` : text;
}

const LISTS = { Array: true, TypedArray: true };

/// Returns a function that reads a built-in property, also from objects without a prototype.
const reader = (prototype, key) => Function.call.bind(Object.getOwnPropertyDescriptor(prototype, key).get);
const mapSize = reader(Map.prototype, 'size');
const setSize = reader(Set.prototype, 'size');
const sourceOf = reader(RegExp.prototype, 'source');
const typedArrays = Object.getPrototypeOf(Uint8Array.prototype);
const typedArrayName = reader(typedArrays, Symbol.toStringTag);
const typedArrayLength = reader(typedArrays, 'length');

const FLAGS = {
  d: 'hasIndices',
  g: 'global',
  i: 'ignoreCase',
  m: 'multiline',
  s: 'dotAll',
  u: 'unicode',
  v: 'unicodeSets',
  y: 'sticky',
};
const flagReaders = Object.entries(FLAGS).map(([flag, key]) => [flag, reader(RegExp.prototype, key)]);
const flagsOf = regexp => flagReaders.map(([flag, read]) => (read(regexp) ? flag : '')).join('');

/// Puts the name of the class before what a value is shown as, if it is not the usual one.
function prefixed(name, usual, text) {
  const shown = prefix(name, usual);
  return shown === `${usual} ` ? text : shown + text;
}

function describe(context, value, level) {
  const kind = kindOf(value);
  const name = className(value, context);
  const proxied = kind === 'Proxy' ? proxyKind(value) : kind;
  const keys = () => keysOf(value, context, LISTS[proxied] === true);
  const braced = (heading, entries, extra) => ({
    keys: keys(),
    braces: [`${heading}{`, '}'],
    base: '',
    entries,
    empty: `${heading}{}`,
    ...extra,
  });
  // It has a color only if there are no properties.
  const alone = (base, style) => ({ keys: keys(), braces: ['{', '}'], base, empty: context.stylize(base, style) });
  switch (proxied) {
    case 'Array': {
      const isPlain = name.name === 'Array' && name.tag === '';
      const heading = isPlain ? '' : prefix(name, 'Array', `(${value.length})`);
      const made = {
        keys: keys(),
        braces: [`${heading}[`, ']'],
        base: '',
        empty: `${heading}[]`,
        isArray: true,
        isList: true,
        summary: isPlain ? 'Array' : prefix(name, 'Array').trimEnd(),
      };
      return { ...made, entries: value.length === 0 ? undefined : next => elements(context, value, next) };
    }
    case 'TypedArray': {
      const length = typedArrayLength(value);
      const heading = prefix(name, typedArrayName(value), `(${length})`);
      const made = { keys: keys(), braces: [`${heading}[`, ']'], base: '', empty: `${heading}[]`, isArray: true };
      const hasEntries = length > 0 || context.showHidden;
      return { ...made, isList: true, entries: hasEntries ? next => numbers(context, value, next) : undefined };
    }
    case 'Map':
      return braced(
        prefix(name, 'Map', `(${mapSize(value)})`),
        mapSize(value) === 0 ? undefined : next => mapEntries(context, value, next),
      );
    case 'URLSearchParams':
      return braced(
        prefix(name, 'URLSearchParams'),
        value.size === 0 ? undefined : next => searchParamEntries(context, value, next),
      );
    case 'Set':
      return braced(
        prefix(name, 'Set', `(${setSize(value)})`),
        setSize(value) === 0 ? undefined : next => setEntries(context, value, next),
      );
    case 'Function':
      return alone(functionText(value, name), 'special');
    case 'RegExp':
      return { ...alone(prefixed(name, 'RegExp', `/${sourceOf(value)}/${flagsOf(value)}`), 'regexp'), isWhole: true };
    case 'Date': {
      const isValid = !Number.isNaN(Date.prototype.getTime.call(value));
      return alone(prefixed(name, 'Date', isValid ? Date.prototype.toISOString.call(value) : 'Invalid Date'), 'date');
    }
    case 'Error':
      return { keys: errorKeys(value, keys(), context), braces: ['{', '}'], ...errorText(context, value, name, level) };
    case 'Promise':
      return braced(prefix(name, 'Promise'), next => promiseEntry(context, value, next));
    case 'WeakMap':
    case 'WeakSet':
      return braced(prefix(name, proxied), () => [context.stylize('<items unknown>', 'special')]);
    case 'ArrayBuffer':
      return braced(prefix(name, 'ArrayBuffer'), next => bufferEntries(context, value, next));
    case 'DataView':
      return braced(prefix(name, 'DataView'), next =>
        hiddenEntries(context, value, next, ['byteLength', 'byteOffset', 'buffer']),
      );
    case 'Module':
      return braced(`[Module${name.tag && name.tag !== 'Module' ? `: ${name.tag}` : ': null prototype'}] `);
    case 'Boolean':
    case 'Number':
    case 'BigInt':
    case 'Symbol':
    case 'String':
      return boxed(context, value, proxied, name);
    case 'Object':
      if (name.name === 'Object' && name.tag === '') {
        return { keys: keys(), braces: ['{', '}'], base: '', empty: '{}', summary: 'Object' };
      }
      if (value === globalThis) return braced('Object [global] ');
      return braced(prefix(name, (name.name === null && rawTag(value)) || 'Object'));
    default:
      return other(context, value, name, braced, alone);
  }
}

/// What a proxy stands for, as far as that can be found out.
function proxyKind(value) {
  if (typeof value === 'function') return 'Function';
  return Array.isArray(value) ? 'Array' : 'Object';
}

/// Platform objects: what their console shows.
function other(context, value, name, braced, alone) {
  const iterator = /^(Map|Set|Array|String) Iterator$/.exec(name.tag);
  if (iterator) return braced(`[${name.tag}] `);
  if (Object.prototype.toString.call(value) === '[object Arguments]') {
    return braced(name.name === null ? '[Arguments: null prototype] ' : '[Arguments] ');
  }
  const tagged = name.name === name.tag ? { ...name, tag: '' } : name;
  const heading = prefix(tagged, 'Object');
  const pairs = pairsOf(value);
  if (pairs) return braced(heading, pairs.size === 0 ? undefined : next => pairEntries(context, pairs, next));
  const attributes = attributesOf(value);
  const entries =
    attributes.length === 0 ? undefined : next => attributes.map(key => `${key}: ${show(context, value[key], next)}`);
  return braced(heading, entries);
}

const readSearchParams = Function.call.bind(URLSearchParams.prototype.entries);

function searchParamEntries(context, params, level) {
  return Array.from(readSearchParams(params), pair => pair.map(part => show(context, part, level)).join(' => '));
}

const readers = [Headers, FormData].map(it => [it, Function.call.bind(it.prototype.entries)]);

/// The values of the names of a `Headers` or a `FormData`.
function pairsOf(value) {
  const [, read] = readers.find(([it]) => isInstance(value, it)) ?? [];
  try {
    if (!read) return undefined;
    const values = new Map();
    for (const [key, part] of read(value)) {
      if (values.has(key)) values.get(key).push(part);
      else values.set(key, [part]);
    }
    return values;
  } catch {
    // Only its prototype is that of the interface.
    return undefined;
  }
}

function pairEntries(context, pairs, level) {
  return Array.from(pairs, ([name, values]) => {
    const shown = show(context, values.length === 1 ? values[0] : values, level);
    return `${shownKey(context, name, { enumerable: true })}: ${shown}`;
  });
}

/// The attributes of a platform object.
function attributesOf(value) {
  const found = new Set();
  for (
    let proto = Object.getPrototypeOf(value);
    proto && proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto)
  ) {
    const descriptors = Object.getOwnPropertyDescriptors(proto);
    for (const [key, { get, enumerable }] of Object.entries(descriptors)) {
      const isNative = get && /\{\s*\[native code\]\s*\}/.test(Function.prototype.toString.call(get));
      if (isNative && enumerable && !key.startsWith('on')) found.add(key);
    }
  }
  return [...found];
}

function functionText(value, { name, tag }) {
  if (isClass(value)) {
    const parent = Object.getPrototypeOf(value);
    let shown = `[class ${value.name === '' ? '(anonymous)' : value.name}`;
    if (name !== 'Function' && name !== null) shown += ` [${name}]`;
    if (tag !== '' && name !== tag) shown += ` [${tag}]`;
    if (name === null) shown += ' extends [null prototype]';
    else if (parent?.name) shown += ` extends ${parent.name}`;
    return `${shown}]`;
  }
  const kind = /^(Async)?(Generator)?Function$/.test(tag) ? tag : 'Function';
  let shown = `[${kind}`;
  if (name === null) shown += ' (null prototype)';
  shown += value.name === '' ? ' (anonymous)]' : `: ${String(value.name)}]`;
  if (name !== null && name !== kind) shown += ` ${name}`;
  if (tag !== '' && tag !== kind && tag !== name) shown += ` [${tag}]`;
  return shown;
}

function boxed(context, value, kind, name) {
  const inner = globalThis[kind].prototype.valueOf.call(value);
  const plain = { ...context, stylize: text => text, compact: true };
  const extra = name.name === kind ? '' : name.name === null ? ' (null prototype)' : ` (${name.name})`;
  const text = `[${kind}${extra}: ${primitive(plain, inner)}]`;
  const keys = keysOf(value, context, kind === 'String');
  return { keys, braces: ['{', '}'], base: text, empty: context.stylize(text, kind.toLowerCase()) };
}

function errorKeys(value, keys, context) {
  if (context.showHidden) return keys;
  const shown = keys.filter(key => {
    const isText = key === 'name' || key === 'message' || key === 'stack';
    return !(isText && `${value.stack}`.includes(`${value[key]}`));
  });
  for (const key of ['cause', 'errors']) {
    const hidden = Object.hasOwn(value, key) && !shown.includes(key);
    if (hidden && (key === 'cause' || Array.isArray(value.errors))) shown.push(key);
  }
  return shown;
}

function errorText(context, value, name, level) {
  const { stack } = value;
  let text = stack ? `${stack}` : Error.prototype.toString.call(value);
  const own = value.name === undefined || value.name === null ? 'Error' : String(value.name);
  const shownName = name.name ?? own;
  text = withClass(text, own, name);
  if ('code' in value && typeof value.code === 'string' && text.startsWith(`${own}: `) && /^ERR_/.test(value.code)) {
    text = `${own} [${value.code}]${text.slice(own.length)}`;
  }
  const frames = text.indexOf('\n    at');
  if (frames < 0) text = `[${text}]`;
  if (context.indentation > 0) text = text.replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
  return { base: text, empty: text, summary: shownName };
}

/// Adds the name of the class to a stack that starts with another name.
function withClass(stack, own, { name }) {
  if (name === null) {
    const start = /^([A-Z][\w ()[\]-]+)(?=:|\n\s+at)/.exec(stack)?.[1] ?? '';
    return `[${start || 'Error'}: null prototype]${stack.slice(start.length)}`;
  }
  const isUsual = own.endsWith('Error') && stack.startsWith(own) && /^(?:$|[:\n])/.test(stack.slice(own.length));
  if (!isUsual || own === name) return stack;
  return (name.includes(own) ? name : `${name} [${own}]`) + stack.slice(own.length);
}

function more(count) {
  return `... ${count} more item${count > 1 ? 's' : ''}`;
}

function elements(context, array, level) {
  const output = [];
  const shown = Math.min(Math.max(0, context.maxArrayLength), array.length);
  let index = 0;
  while (index < array.length && output.length < shown) {
    if (Object.hasOwn(array, index)) {
      output.push(property(context, array, index, level, true));
      index++;
      continue;
    }
    const start = index;
    while (index < array.length && !Object.hasOwn(array, index)) index++;
    const holes = index - start;
    output.push(context.stylize(`<${holes} empty item${holes > 1 ? 's' : ''}>`, 'undefined'));
  }
  if (index < array.length) output.push(more(array.length - index));
  return output;
}

function numbers(context, array, level) {
  const length = typedArrayLength(array);
  const shown = Math.min(Math.max(0, context.maxArrayLength), length);
  const output = Array.from({ length: shown }, (_, index) => primitive(context, array[index]));
  if (length > shown) output.push(more(length - shown));
  if (context.showHidden) output.push(...hiddenEntries(context, array, level, HIDDEN_OF_LISTS));
  return output;
}

const HIDDEN_OF_LISTS = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];

/// Properties that are not enumerable, in brackets.
function hiddenEntries(context, value, level, keys) {
  const shown = key =>
    isBufferOf(value, key) ? bufferOf(context, value.buffer, level) : show(context, value[key], level);
  return indented(context, () => keys.map(key => `${context.stylize(`[${key}]`, 'string')}: ${shown(key)}`));
}

const isBufferOf = (value, key) => key === 'buffer' && value.buffer && kindOf(value) === 'TypedArray';

/// The elements of a typed array already say what its buffer contains.
function bufferOf(context, buffer, level) {
  const size = show(context, buffer.byteLength, level);
  return `${prefix(className(buffer, context), 'ArrayBuffer')}{ [byteLength]: ${size} }`;
}

function indented(context, steps, depth = 2) {
  context.indentation += depth;
  const result = steps();
  context.indentation -= depth;
  return result;
}

function mapEntries(context, map, level) {
  return indented(context, () => {
    const output = [];
    for (const [key, value] of Map.prototype.entries.call(map)) {
      if (output.length === context.maxArrayLength) break;
      output.push(`${show(context, key, level)} => ${show(context, value, level)}`);
    }
    if (mapSize(map) > output.length) output.push(more(mapSize(map) - output.length));
    return output;
  });
}

function setEntries(context, set, level) {
  return indented(context, () => {
    const output = [];
    for (const value of Set.prototype.values.call(set)) {
      if (output.length === context.maxArrayLength) break;
      output.push(show(context, value, level));
    }
    if (setSize(set) > output.length) output.push(more(setSize(set) - output.length));
    return output;
  });
}

function promiseEntry(context, promise, level) {
  const [state, value] = stateOf(promise);
  if (state === 'pending') return [context.stylize('<pending>', 'special')];
  const shown = indented(context, () => show(context, value, level));
  return [state === 'rejected' ? `${context.stylize('<rejected>', 'special')} ${shown}` : shown];
}

function bufferEntries(context, buffer, level) {
  const bytes = new Uint8Array(buffer);
  const shown = Array.from(bytes.subarray(0, Math.max(0, context.maxArrayLength)));
  let text = shown.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
  const rest = bytes.length - shown.length;
  if (rest > 0) text += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
  const label = context.stylize('[Uint8Contents]', 'special');
  return [`${label}: <${text}>`, ...hiddenEntries(context, buffer, level, ['byteLength'])];
}

function property(context, value, key, level, isElement, receiver = value) {
  const descriptor = Object.getOwnPropertyDescriptor(value, key) ?? { value: value[key], enumerable: true };
  const isIndex = isElement && typeof key === 'number';
  const isBelow = context.compact === true && !isElement;
  let shown;
  let space = ' ';
  if ('value' in descriptor) {
    const depth = isBelow ? 3 : 2;
    shown = indented(context, () => show(context, descriptor.value, level), depth);
    if (isBelow && widthOf(context, shown) > context.breakLength)
      space = `\n${' '.repeat(context.indentation + depth)}`;
  } else {
    const label = descriptor.get ? (descriptor.set ? 'Getter/Setter' : 'Getter') : 'Setter';
    const reads = descriptor.get && (context.getters === true || context.getters === (descriptor.set ? 'set' : 'get'));
    shown = reads ? gotten(context, receiver, descriptor, level, label) : context.stylize(`[${label}]`, 'special');
  }
  if (isIndex) return shown;
  return `${shownKey(context, key, descriptor)}:${space}${shown}`;
}

function gotten(context, receiver, descriptor, level, label) {
  const { stylize } = context;
  const shownValue = value => indented(context, () => show(context, value, level));
  const labeled = text => `${stylize(`[${label}:`, 'special')} ${text}${stylize(']', 'special')}`;
  let result;
  try {
    result = Reflect.apply(descriptor.get, receiver, []);
  } catch (error) {
    return labeled(`<Inspection threw (${shownValue(error)})>`);
  }
  return Object(result) === result
    ? `${stylize(`[${label}]`, 'special')} ${shownValue(result)}`
    : labeled(shownValue(result));
}

function shownKey(context, key, { enumerable }) {
  let shown;
  if (typeof key === 'symbol') shown = context.stylize(key.toString(), 'symbol');
  else if (key === '__proto__') shown = "['__proto__']";
  else if (enumerable === false) shown = key;
  else if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key)) shown = context.stylize(key, 'name');
  else shown = context.stylize(quoted(`${key}`), 'string');
  return enumerable === false ? `[${shown}]` : shown;
}

const withoutColors = (context, text) => (context.colors ? text.replace(/\u001b\[\d+m/g, '') : text);

// Without a width: control characters, marks, and the vowels of Hangul, which join the letter before them.
const HAS_NO_WIDTH = /^[\p{Cc}\p{Cf}\p{Me}\p{Mn}\u1160-\u11a7\ud7b0-\ud7c6]$/u;

/// Returns how many columns a text takes in a terminal.
function widthOf(context, text) {
  let width = 0;
  for (const character of withoutColors(context, text).normalize('NFC')) {
    const code = character.codePointAt(0);
    if (code >= 0x20 && code < 0x7f) width++;
    else if (code === 0xad || !HAS_NO_WIDTH.test(character)) width += isWide(code) ? 2 : 1;
  }
  return width;
}

function isWide(code) {
  return (
    code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60) ||
      (code >= 0xffe0 && code <= 0xffe6) ||
      (code >= 0x1f300 && code <= 0x1faff))
  );
}

/// Puts the short elements of a list into rows of about equal width.
function inRows(context, output, value) {
  const hasMore = context.maxArrayLength < output.length;
  const count = hasMore ? output.length - 1 : output.length;
  const separatorSpace = 2;
  const widths = output.slice(0, count).map(entry => widthOf(context, entry));
  const widest = Math.max(...widths);
  const total = widths.reduce((sum, width) => sum + width + separatorSpace, 0);
  const actualMax = widest + separatorSpace;
  const fits = actualMax * 3 + context.indentation < context.breakLength;
  if (!fits || !(total / actualMax > 5 || widest <= 6)) return output;
  const bias = Math.sqrt(actualMax - total / output.length);
  const usual = Math.max(actualMax - 3 - bias, 1);
  const columns = Math.min(
    // As many as make the block about two and a half times as wide as it is high.
    Math.round(Math.sqrt(2.5 * usual * count) / usual),
    Math.floor((context.breakLength - context.indentation) / actualMax),
    context.compact * 4,
    15,
  );
  if (columns <= 1) return output;
  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let index = column; index < count; index += columns) width = Math.max(width, widths[index]);
    columnWidths.push(width + separatorSpace);
  }
  const padsStart = Array.prototype.every.call(value, item => typeof item === 'number' || typeof item === 'bigint');
  const rows = [];
  for (let start = 0; start < count; start += columns) {
    const end = Math.min(start + columns, count);
    let row = '';
    for (let index = start; index < end; index++) {
      const isLast = index === end - 1;
      const text = isLast ? output[index] : `${output[index]}, `;
      const width = columnWidths[index - start] - (isLast && padsStart ? separatorSpace : 0);
      const padding = ' '.repeat(Math.max(0, width - widths[index] - (isLast ? 0 : separatorSpace)));
      row += padsStart ? padding + text : isLast ? text : text + padding;
    }
    rows.push(row);
  }
  if (hasMore) rows.push(output[count]);
  return rows;
}

function layOut(context, output, base, braces, hasRows, entries, level) {
  if (context.compact !== true) {
    // Only the innermost levels are put on one line.
    if (typeof context.compact === 'number' && context.compact >= 1 && entries === output.length && !hasRows) {
      const isInnermost = context.currentDepth - level < context.compact;
      if (isInnermost) {
        const start = output.length + context.indentation + braces[0].length + base.length + 10;
        const joined = oneLine(context, output, start, base);
        if (joined !== undefined && !joined.includes('\n'))
          return `${base ? `${base} ` : ''}${braces[0]} ${joined} ${braces[1]}`;
      }
    }
    const indentation = `\n${' '.repeat(context.indentation)}`;
    const lines = output.join(`,${indentation}  `);
    return `${base ? `${base} ` : ''}${braces[0]}${indentation}  ${lines}${indentation}${braces[1]}`;
  }
  const joined = oneLine(context, output, 0, base);
  if (joined !== undefined) return `${braces[0]}${base ? ` ${base}` : ''} ${joined} ${braces[1]}`;
  const indentation = ' '.repeat(context.indentation);
  const line = base === '' && braces[0].length === 1 ? ' ' : `${base ? ` ${base}` : ''}\n${indentation}  `;
  return `${braces[0]}${line}${output.join(`,\n${indentation}  `)} ${braces[1]}`;
}

function oneLine(context, output, start, base) {
  let total = output.length + start;
  if (total + output.length > context.breakLength) return undefined;
  for (const entry of output) {
    total += withoutColors(context, entry).length;
    if (total > context.breakLength) return undefined;
  }
  return base.includes('\n') ? undefined : output.join(', ');
}

module.exports = { inspect, isBuiltIn };

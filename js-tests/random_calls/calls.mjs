// Calls built-in functions with random arguments, and prints what they return, or the name of what they throw.
//
// Reads SEED and COUNT from `globalThis.CALLS`, which `compare.mjs` sets.

import { show } from './show.mjs';
import { RECEIVERS, any, pick, random, start, views } from './values.mjs';

// What depends on the time, the locale or chance, what waits, and what is left out of stacks.
const LEFT_OUT = /random|now|Locale|locale|wait|notify|StackTrace|stackTrace|fromAsync|__|RegExp\.|Error\.is/;

// What may run out of memory with a large number.
const GROWS = /repeat|pad|new |fill|concat|with|copyWithin|resize|transfer|slice|asUintN|asIntN|join/;

// [label, function, receivers]
const functions = [];

function add(name, owner, receivers) {
  for (const key of Reflect.ownKeys(owner)) {
    const { value, get } = Reflect.getOwnPropertyDescriptor(owner, key);
    const label = `${name}${typeof key === 'symbol' ? `[${key.description}]` : `.${key}`}${get ? ' get' : ''}`;
    const called = typeof value === 'function' ? value : get;
    if (called && key !== 'constructor' && !LEFT_OUT.test(label)) functions.push([label, called, receivers]);
  }
}

for (const [name, receivers] of Object.entries(RECEIVERS)) {
  add(`${name}.prototype`, globalThis[name].prototype, receivers);
  add(name, globalThis[name], () => globalThis[name]);
  if (name !== 'Function' && name !== 'Symbol' && name !== 'BigInt') {
    functions.push([`new ${name}`, (...all) => Reflect.construct(globalThis[name], all), () => undefined]);
  }
}
const TypedArray = Object.getPrototypeOf(Uint8Array);
add('TypedArray.prototype', TypedArray.prototype, views);
add('TypedArray', TypedArray, () => pick([Uint8Array, Float64Array, BigInt64Array, Int16Array]));
for (const kind of [Uint8Array, Int16Array, Float32Array, BigInt64Array]) {
  functions.push([`new ${kind.name}`, (...all) => new kind(...all), () => undefined]);
}
for (const name of ['Math', 'JSON', 'Reflect']) add(name, globalThis[name], () => globalThis[name]);
for (const name of ['parseInt', 'parseFloat', 'encodeURIComponent', 'decodeURI', 'escape', 'BigInt', 'Number']) {
  functions.push([name, globalThis[name], () => undefined]);
}
functions.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));

function isLarge(value) {
  try {
    return Math.abs(Number(value)) > 1e6 || Math.abs(Number(value?.length)) > 1e6;
  } catch {
    return true;
  }
}

const { seed, count, known } = globalThis.CALLS;
const called = known ? functions.filter(([label]) => known.includes(label)) : functions;
if (!count) console.log(functions.map(([label]) => label).join('\n'));
for (let call = 0; call < count; call++) {
  start(seed, call);
  const [label, callee, receivers] = pick(called);
  const receiver = random(6) ? receivers() : any();
  const values = Array.from({ length: random(4) }, any);
  const isNow = label === 'new Date' && !values.length;
  if (isNow || GROWS.test(label) && [receiver, ...values].some(isLarge)) continue;
  const text = `${call} ${label} of ${show(receiver)} with (${values.map(value => show(value))})`;
  let result;
  try {
    result = `${show(Reflect.apply(callee, receiver, values))}, ${show(receiver)}`;
  } catch (error) {
    result = `throws ${error?.name}`;
  }
  console.log(`${text} = ${result}`);
}

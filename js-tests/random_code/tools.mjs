// What the programs call. Everything that they do is logged.

let out = [];
let fuel = 0;

// Engines have other messages for their errors in source text that a program compiles.
Error.prototype.toString = function () {
  return this.name;
};

/** The last digits of powers depend on the system. */
const rounded = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);

const text = value => {
  if (typeof value === 'function') return 'f:' + value.name;
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
  if (value instanceof Error) return value.name;
  try {
    return JSON.stringify(value, rounded) ?? 'undefined';
  } catch {
    return 'cyclic';
  }
};

/** Names of functions that a program makes of its own text are not compared. */
export const show = value => text(value);

const log = (...values) => {
  if (out.length >= 120) throw 'too long';
  out.push(values.map(show).join(' '));
  return values.at(-1);
};

const step = () => {
  if (++fuel > 400) throw 'out of fuel';
  return true;
};

/** An iterator that says when it is closed, and may throw. */
const numbers = (count, name = 'n', failing = -1) => {
  let next = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      step();
      if (next === failing) throw 'next of ' + name;
      return next < count ? { value: next++, done: false } : { value: undefined, done: true };
    },
    return(value) {
      log('closed ' + name);
      return { value };
    },
  };
};

/** An iterator with a method `throw`: engines differ in what they do without one. */
const closable = (count, name) => ({
  ...numbers(count, name),
  throw(error) {
    log('thrown into ' + name);
    throw error;
  },
});

const asyncNumbers = (count, name = 'n') => {
  const inner = numbers(count, name);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => inner.next(),
    return: async value => inner.return(value),
  };
};

const sites = new Map();
const tag = (strings, ...values) => {
  if (!sites.has(strings)) sites.set(strings, sites.size);
  return strings.raw.join('|') + values.map(show).join(',') + Object.isFrozen(strings);
};

/** An object whose conversions are logged. */
const loud = (name, value) => ({
  [Symbol.toPrimitive](hint) {
    log(name + ' to ' + hint);
    return value;
  },
});

/** A proxy that logs what is done with it. */
const watched = (target, name) => {
  const said = (trap, key) => log(name, trap, typeof key === 'symbol' ? 'symbol' : key);
  return new Proxy(target, {
    get: (target, key, receiver) => (said('get', key), Reflect.get(target, key, receiver)),
    set: (target, key, value, receiver) => (said('set', key), Reflect.set(target, key, value, receiver)),
    has: (target, key) => (typeof key === 'symbol' || said('has', key), Reflect.has(target, key)),
    deleteProperty: (target, key) => (said('delete', key), Reflect.deleteProperty(target, key)),
    ownKeys: target => (said('keys', ''), Reflect.ownKeys(target)),
    getOwnPropertyDescriptor: (target, key) => (said('own', key), Reflect.getOwnPropertyDescriptor(target, key)),
    defineProperty: (target, key, descriptor) => (
      said('define', key),
      Reflect.defineProperty(target, key, descriptor)
    ),
  });
};

/** Calls methods of a generator in turn, until it ends. */
const drive = (generator, calls) => {
  const results = [];
  for (const [method, value] of calls) {
    step();
    try {
      results.push(generator[method](value));
    } catch (error) {
      results.push(['thrown', show(error)]);
    }
  }
  return results;
};

const driveAsync = async (generator, calls) => {
  const results = calls.map(([method, value]) => generator[method](value));
  return (await Promise.allSettled(results)).map(({ value, reason }) => value ?? ['thrown', show(reason)]);
};

/** The key of a property that is read and written. V8 converts an object to a key for each, ECMAScript once. */
const key = value => (typeof value === 'symbol' ? value : String(value));

export const tools = { key, log, step, numbers, asyncNumbers, closable, tag, loud, watched, drive, driveAsync, show };

/** Runs a program, and returns what it has logged and how it ended. */
export const run = async text => {
  out = [];
  fuel = 0;
  let ending;
  try {
    ending = 'returned ' + show(await new Function(...Object.keys(tools), text)(...Object.values(tools)));
  } catch (error) {
    ending = 'threw ' + show(error);
  }
  // What the program has not waited for.
  await new Promise(resolve => setTimeout(resolve));
  const result = out.join() + ' | ' + ending;
  // What still runs must neither log for the next program nor use its fuel.
  out = { length: Infinity };
  return result;
};

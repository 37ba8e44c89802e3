// Runs the uses of packages: those whose names are arguments, or all. Each prints what its function returns, given what
// the package exports: the default export, if there is one and the function does not destructure its parameter.

const given = typeof scriptArgs === 'object' ? scriptArgs : process.argv.slice(2);

const show = value => {
  const seen = new Set();
  const replacer = (key, value) => {
    if (typeof value === 'function') return `[function ${value.name}]`;
    if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (value === undefined) return '[undefined]';
    if (value instanceof Map) return { map: [...value] };
    if (value instanceof Set) return { set: [...value] };
    if (value instanceof Error) return { error: value.name, message: value.message };
    if (value instanceof RegExp) return String(value);
    if (ArrayBuffer.isView(value)) return { bytes: [...value] };
    if (typeof value === 'object' && value !== null) {
      if (seen.size > 10_000) return '[too many]';
      seen.add(value);
    }
    return value;
  };
  return JSON.stringify(value, replacer);
};

let last = Promise.resolve();

/** Declares a use of a package. The uses run one after the other. */
export function use(name, run) {
  if (given[0] === '--list') return void console.log(name);
  if (given.length > 0 && !given.includes(name)) return;
  last = last.then(async () => {
    try {
      const exports = await import(name);
      const takesNames = /^(async )?\(\{/.test(String(run));
      const result = await run(takesNames ? named(exports) : (exports.default ?? exports));
      for (const line of [result].flat()) console.log(name, show(line));
    } catch (error) {
      console.log(name, 'threw', String(error));
    }
  });
}

/** The names that a package exports, also if Node does not find those of a CommonJS module. */
function named(exports) {
  const own = exports.default;
  return typeof own === 'object' || typeof own === 'function'
    ? new Proxy(exports, { get: (_, key) => exports[key] ?? own[key] })
    : exports;
}

// Counts what the program prints.

const PRINTS = [
  'log', 'info', 'debug', 'warn', 'error', 'dir', 'dirxml', 'table', 'trace', 'group', 'groupCollapsed', 'count',
  'timeLog', 'timeEnd',
];

/** Calls `printed` after each call that prints. */
export function countConsoleCalls(console, printed) {
  // Some methods of Node call others of the same object, which are not calls of the program.
  let isInside = false;
  const once = (native, given) => {
    if (isInside) return native.apply(console, given);
    isInside = true;
    try {
      native.apply(console, given);
    } finally {
      isInside = false;
    }
    printed();
  };
  for (const name of PRINTS) {
    const native = console[name];
    if (native) {
      console[name] = (...given) => once(native, given);
    }
  }
  const { assert } = console;
  console.assert = (condition, ...given) => {
    if (!condition) once(assert, [condition, ...given]);
  };
}

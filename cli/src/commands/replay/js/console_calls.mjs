// Counts what the program prints.

const PRINTS = [
  'log', 'info', 'debug', 'warn', 'error', 'dir', 'dirxml', 'table', 'trace', 'group', 'groupCollapsed', 'count',
  'timeLog', 'timeEnd',
];

/** Calls `printed` after each call that prints. */
export function countConsoleCalls(console, printed) {
  for (const name of PRINTS) {
    const native = console[name];
    if (native) {
      console[name] = (...given) => {
        native.apply(console, given);
        printed();
      };
    }
  }
  const { assert } = console;
  console.assert = (condition, ...given) => {
    assert.call(console, condition, ...given);
    if (!condition) printed();
  };
}

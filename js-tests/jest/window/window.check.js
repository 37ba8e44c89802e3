/** @jest-environment jsdom */
const assert = require('node:assert');

test('the names of the window are accessors', () => {
  for (const name of ['window', 'self', 'top', 'parent']) {
    const { get, set, configurable } = Object.getOwnPropertyDescriptor(globalThis, name);
    assert.deepStrictEqual([get() === globalThis, set, configurable], [true, undefined, true]);
  }
});

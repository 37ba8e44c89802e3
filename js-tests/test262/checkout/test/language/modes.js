/*---
---*/
globalThis.modes ??= [];
modes.push((function () { return this === undefined; })());
assert.sameValue(modes.length, 1);

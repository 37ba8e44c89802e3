/*---
flags: [noStrict]
includes: [included.js]
---*/
assert.sameValue((function () { return this; })(), globalThis);
assert.sameValue(included, 7);

/*---
flags: [onlyStrict]
---*/
assert.sameValue((function () { return this; })(), undefined);

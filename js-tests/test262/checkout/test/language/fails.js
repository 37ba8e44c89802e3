// 1, not 2
/*---
---*/
assert.sameValue(1, 2);

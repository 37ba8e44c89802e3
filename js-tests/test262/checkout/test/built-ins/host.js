/*---
flags: [noStrict]
---*/
const other = $262.createRealm();
assert.sameValue(other.global.Array === Array, false);
assert.sameValue(other.evalScript('const here = 1; this') === other.global, true);
assert.sameValue(other.evalScript('here'), 1);
assert.sameValue(other.createRealm().global === other.global, false);
assert.sameValue(typeof testHost, 'undefined');
assert.sameValue(Object.keys(globalThis).includes('$262'), false);
const buffer = new ArrayBuffer(1);
$262.detachArrayBuffer(buffer);
assert.sameValue(buffer.byteLength, 0);
assert.sameValue($262.gc(), undefined);

// Snapshots of node:test. With Node 22, the snapshot file is the same.
import { snapshot, suite, test } from 'node:test';

suite('a `suite` with ${marks}', () => {
  test('compares with the file', t => {
    t.plan(3);
    t.assert.snapshot({ a: 1, list: ['`', '${x}', '\\'] });
    t.assert.snapshot('the second of the test');
    t.assert.snapshot(5, { serializers: [number => number * 2] });
  });
});

test('compares with a file of its own', t => t.assert.fileSnapshot({ a: 1 }, `${import.meta.dirname}/one.json`));

test('fails if the value differs', t => t.assert.snapshot('other'));

test('fails if there is no snapshot', t => t.assert.snapshot('none'));

snapshot.setDefaultSnapshotSerializers([value => JSON.stringify(value, null, 1)]);

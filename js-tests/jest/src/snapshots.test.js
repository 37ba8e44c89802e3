// Snapshots, of which the file in `__snapshots__` has some that differ and some that no test asks for.
expect.addSnapshotSerializer({ test: value => value?.isPoint, print: ({ x, y }) => `(${x}, ${y})` });

describe('suite', () => {
  test('matches', () => {
    expect({ a: 1 }).toMatchSnapshot();
    expect('second').toMatchSnapshot();
    expect({ isPoint: true, x: 1, y: 2 }).toMatchSnapshot('a hint');
    expect(() => {
      throw new Error('thrown');
    }).toThrowErrorMatchingSnapshot();
  });

  test('differs', () => expect('new').toMatchSnapshot());

  test.skip('is skipped', () => expect('skipped').toMatchSnapshot());

  test('differs inline', () => {
    expect('new').toMatchInlineSnapshot('"old"');
  });
});

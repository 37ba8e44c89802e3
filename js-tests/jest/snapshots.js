// Compared by `real.sh`.
class Foo {
  constructor() {
    this.a = [1, 'x`${y}\\n', null];
    this.m = new Map([['k', new Set([1n])]]);
  }
}
expect.addSnapshotSerializer({ test: v => typeof v === 'symbol', print: v => `SYM(${v.description})` });
describe('outer `back`', () => {
  test('objects', () => {
    expect(new Foo()).toMatchSnapshot();
    expect({
      d: new Date(0),
      r: /x/gi,
      f: function named() {},
      s: Symbol('s'),
      u: undefined,
      n: -0,
      p: { point: true, x: 1 },
    }).toMatchSnapshot('with a hint');
    expect('multi\nline "quoted" \\ text').toMatchSnapshot();
    expect([{}, [], '', new Error('boom'), new (class E2 extends TypeError {})('m')]).toMatchSnapshot();
  });
  test('properties', () => {
    expect({ id: Math.random(), when: new Date(), name: 'n' }).toMatchSnapshot({
      id: expect.any(Number),
      when: expect.any(Date),
    });
    expect({ id: Math.random(), deep: { at: 5, b: 1 } }).toMatchSnapshot(
      { id: expect.any(Number), deep: { at: expect.any(Number) } },
      'hint 2',
    );
  });
  test('throws', async () => {
    expect(() => {
      throw new Error('bad', { cause: new Error('why') });
    }).toThrowErrorMatchingSnapshot();
    await expect(Promise.reject(new Error('later'))).rejects.toThrowErrorMatchingSnapshot('h');
    await expect(Promise.resolve(new Foo())).resolves.toMatchSnapshot();
  });
  test.each([[1], [2]])('each %i', n => {
    expect(n).toMatchSnapshot();
  });
  test('will be removed', () => {
    expect(1).toMatchSnapshot();
  });
  test('new\nline', () => {
    expect(1).toMatchSnapshot();
  });
  test.skip('skipped', () => {
    expect(1).toMatchSnapshot();
  });
  test.failing('fails', () => {
    expect(2).toMatchSnapshot();
    throw new Error('x');
  });
});
test('inline', async () => {
  expect({ a: 1 }).toMatchInlineSnapshot();
  expect({ id: Math.random(), b: [1, `x\`y`] }).toMatchInlineSnapshot({ id: expect.any(Number) });
  expect(() => {
    throw new Error('inl');
  }).toThrowErrorMatchingInlineSnapshot();
  expect('one').toMatchInlineSnapshot();
  expect('two').toMatchInlineSnapshot();
});

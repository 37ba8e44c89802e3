describe('web', () => {
  it('runs', () => {});
});

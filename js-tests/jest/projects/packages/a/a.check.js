it('is found by the pattern of its package', () => {});

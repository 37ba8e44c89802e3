it('is in the list', () => {});

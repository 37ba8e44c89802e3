it(`runs in ${import.meta.env.PROJECT}`, () => {});

it('fails in the project web only', { explore: 5 }, () => {
  if (import.meta.env.PROJECT === 'web') throw new Error('in web');
});

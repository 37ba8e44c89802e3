it('has a configuration of its own', () => {
  if (import.meta.env.OF_ALL !== 'yes') throw new Error('the variables of the outer configuration are missing');
});

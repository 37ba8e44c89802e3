it('has the globals of its project', () => {
  if (PROJECT !== 'shared') throw new Error(PROJECT);
});

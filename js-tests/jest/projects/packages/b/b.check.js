const { name } = require('~/name');

it('finds the modules of its project', () => {
  if (name !== 'b') throw new Error(name);
});

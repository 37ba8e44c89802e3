const { test } = require('node:test');
test('in a folder named test', t => {
  t.diagnostic('a diagnostic');
  console.assert(1 > 2, 'an assertion of the console');
});

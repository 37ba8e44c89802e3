// ES modules can be required if none of them awaits at its top level.
const greeting = require('./greeting.mjs');
console.log(greeting.default(), greeting.__esModule, greeting.count, require('./greeting.mjs') === greeting);
greeting.increment();
console.log(greeting.count, require('./whole.mjs'));

// A module that is evaluated while the arguments of a call are computed, and one that is required while it runs.
console.log(require('./argument.mjs').value, Object.keys(require('./required_circle.mjs')));

for (const name of ['./awaits.mjs', './imports_awaiting.mjs', './throws.mjs']) {
  try {
    require(name);
  } catch (error) {
    console.log(error.code ?? error.message);
  }
}

import('./greeting.mjs')
  .then(namespace => console.log(namespace.count, namespace.default === greeting.default))
  .then(() => import('./circle.mjs'))
  .then(({ value }) => console.log(value));

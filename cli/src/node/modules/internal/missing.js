'use strict';
// What modules export although it does not work here: it can be imported and extended, and says so when it is called.

const { error } = require('node:internal/errors');

/// Returns functions that make the missing members of a module.
module.exports = module => ({
  missing(name, advice) {
    const member = function () {
      throw error('ERR_METHOD_NOT_IMPLEMENTED', `${module}.${name} is not available in posttask: ${advice}`);
    };
    return Object.defineProperty(member, 'name', { value: name });
  },
});

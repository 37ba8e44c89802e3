'use strict';
// node:domain, which Node has deprecated.

const { missing } = require('node:internal/missing')('domain');
const advice = 'use AsyncLocalStorage, and listeners of errors';

module.exports = {
  Domain: missing('Domain', advice),
  active: null,
  create: missing('create', advice),
  createDomain: missing('createDomain', advice),
};

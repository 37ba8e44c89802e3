'use strict';
// node:dns/promises

const { promises } = require('node:dns');

module.exports = { lookup: promises.lookup, resolve: promises.resolve };

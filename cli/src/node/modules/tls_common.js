'use strict';
// _tls_common: part of node:tls.

const { createSecureContext } = require('node:tls');

module.exports = { createSecureContext };

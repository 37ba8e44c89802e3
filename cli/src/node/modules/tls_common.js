'use strict';
// _tls_common: part of node:tls.

const { SecureContext, createSecureContext } = require('node:tls');

module.exports = { SecureContext, createSecureContext };

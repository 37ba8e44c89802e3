'use strict';
// _tls_wrap: part of node:tls.

const { Server, TLSSocket, connect, createServer } = require('node:tls');

module.exports = { Server, TLSSocket, connect, createServer };

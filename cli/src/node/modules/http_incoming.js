'use strict';
// _http_incoming: part of node:http.

const { IncomingMessage } = require('node:http');

module.exports = { IncomingMessage };

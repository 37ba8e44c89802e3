'use strict';
// _http_server: part of node:http.

const { STATUS_CODES, Server, ServerResponse } = require('node:http');

module.exports = { STATUS_CODES, Server, ServerResponse };
